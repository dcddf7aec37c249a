// Types of umpire.js, for the checks of the console: those of what it is made of.
export * from "../../../../clients/typescript/src/index.js";
