// Waiting for conditions, as long as tests/patience.py has patience.
const PATIENCE = 300_000;

/** Wait until a function returns something, and return it. */
export async function until(found) {
  for (const start = Date.now(); Date.now() - start < PATIENCE; await new Promise((wake) => setTimeout(wake, 20))) {
    const value = await found();
    if (value) return value;
  }
  throw new Error(`never happened: ${found}`);
}
