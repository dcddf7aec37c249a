// Packs a folder as a zip file. Every file has the same date, so that the same files give the same bytes.
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";

/**
 * Pack a folder: its files lie at the root of the archive.
 *
 * @param {string} root
 */
export async function zipped(root) {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name)).sort();
  const files = [], directory = [];
  let offset = 0;
  for (const path of paths) {
    const [name, content] = [Buffer.from(relative(root, path).replaceAll(sep, "/")), await readFile(path)];
    const packed = deflateRawSync(content, { level: 9 });
    const about = Buffer.alloc(26); // version, flags, method, time, date, checksum, sizes, length of the name, no more
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(0x800, 2); // names are UTF-8
    about.writeUInt16LE(8, 4);
    about.writeUInt16LE(0x21, 8); // 1980-01-01
    [crc32(content), packed.length, content.length].forEach((value, place) => about.writeUInt32LE(value, 10 + 4 * place));
    about.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from("PK\x03\x04"), about, name, packed]);
    const more = Buffer.alloc(14); // no comment, disk 0, attributes, where the file begins
    more.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), about, more, name]));
    files.push(entry);
    offset += entry.length;
  }
  const listed = Buffer.concat(directory), end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}
