import path from 'node:path'

/**
 * Returns the path of the file in which the demo provider stores its sign-ins and keys for scripts. The file exists
 * only when there is a demo provider.
 */
export function demoFile(dataDir: string): string {
  return path.join(dataDir, 'demo.json')
}
