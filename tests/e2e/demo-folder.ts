import fs from 'node:fs'
import type { TestProject } from 'vitest/node'
import { openDemoProduct } from '../../scripts/demo-product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory with the demonstration company in it: every browser file starts from a copy. */
    demo_folder: string
  }
}

/** Builds the web app and makes the demonstration company once for all browser files; answers how to clear it away. */
export default async function makeDemoFolder(project: TestProject): Promise<() => void> {
  const { running, data_dir } = await openDemoProduct({ port: 0, api_port: 0 })
  await running.close()
  project.provide('demo_folder', data_dir)
  return () => fs.rmSync(data_dir, { recursive: true, force: true })
}
