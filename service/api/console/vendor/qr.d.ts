// Types of qr.js, for the checks of the console: those of what it is made of.
export { generate } from "lean-qr";
