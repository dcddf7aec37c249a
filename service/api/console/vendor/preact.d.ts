// Types of preact.js, for the checks of the console: those of what it is made of.
import type { VNode } from "preact";

export * from "preact";
export * from "preact/hooks";
/** Make elements of a template; with several roots they are a list, so give a template one root. */
export declare function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
