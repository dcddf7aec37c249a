// QR codes, as one module for pages that need no build.
export { generate } from "lean-qr";
