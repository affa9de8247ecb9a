// The functions of the WebAssembly module, crates/wasm.

declare module "*/quintet.js" {
  export function initSync(code: { module: WebAssembly.Module }): void;
  export function ask(path: string, question: string, today: string, seed: number): string;
  export function solve(game: string, size: string): Uint8Array | undefined;
  export function adopt(game: string, size: string, file: Uint8Array): boolean;
}
