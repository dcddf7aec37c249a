// What the types find before the program runs; compiled, never run.
import { Umpire, type Encounter } from "umpire-client";

export async function wrong(umpire: Umpire, fight: Encounter, family: string): Promise<unknown[]> {
  const attacker = { id: "Ash" };
  return [
    // @ts-expect-error: no such operation
    await umpire.resolve("opposed/resolve-atack", { input: { attacker, defender: attacker } }),
    // @ts-expect-error: a misspelt field
    await umpire.resolve("opposed/resolve-attack", { input: { atacker: attacker, defender: attacker } }),
    // @ts-expect-error: a field is missing
    await umpire.resolve("opposed/resolve-attack", { input: { attacker } }),
    // @ts-expect-error: an operation without odds
    await umpire.odds("opposed/compute-chances", {}),
    // @ts-expect-error: no such field in the answer
    (await umpire.get("/v1/meta")).varsion,
    // @ts-expect-error: no such option
    await fight.act("resolve-attack", {}, { versoin: 3 }),
    // @ts-expect-error: no such family
    await umpire.create({ family: "chess", state: {} }),
    // @ts-expect-error: no part of the answer begins so
    await umpire.post("/v1/opposed/resolve-attack", { input: { attacker, defender: attacker }, fields: ["outcome.verdct.outcome"] }),
    (await umpire.get(`/v1/families/${family}/play`)).moves[0]?.example,
    (await umpire.resolve(`${family}/resolve-attack`, { input: {} })).outcome,
  ];
}
