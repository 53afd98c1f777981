import path from 'node:path'

/** Where a demonstration company leaves its sign-ins and keys for scripts. Where this file is, there is such a company. */
export function demoFile(dataDir: string): string {
  return path.join(dataDir, 'demo.json')
}
