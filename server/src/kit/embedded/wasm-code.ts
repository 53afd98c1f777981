import v8 from 'node:v8'

/**
 * Keeps compiled WebAssembly in memory. When V8 frees it, Node.js 24 sometimes ends the whole process, because a check
 * of its own page table fails (`UnregisterWasmAllocation`). Costs a few MB. Call it before a database is opened.
 */
export function keepWasmCode(): void {
  v8.setFlagsFromString('--no-wasm-code-gc')
}
