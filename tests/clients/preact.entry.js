// Preact, its hooks, and htm bound to it, as one module for pages that need no build.
import htm from "htm";
import { h } from "preact";

export * from "preact";
export * from "preact/hooks";
export const html = htm.bind(h);
