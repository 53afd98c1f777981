import fs from 'node:fs'
import type { TestProject } from 'vitest/node'
import { makeDemoFolder } from './e2e/demo-folder.ts'
import { makePageKit, type PageKitFiles } from './page-kit/files.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory with the demonstration company in it: every browser file starts from a copy. */
    demo_folder: string
    page_kit: PageKitFiles
  }
}

/** Of this run: the setup of whichever project comes first makes it for all. */
let made: Promise<[string | null, PageKitFiles | null]> | undefined

/**
 * Makes what the files of `browser` and `pages` use, as far as they run: beside each other, because each part keeps
 * only one core busy. Returns how to clear it away.
 */
export default async function makeOnce(project: TestProject): Promise<() => void> {
  const names = project.vitest.projects.map(({ name }) => name)
  const inChromium = process.env.PAGE_ENGINE === 'chromium'
  made ??= Promise.all([
    names.includes('browser') || inChromium ? makeDemoFolder() : null,
    names.includes('pages') && !inChromium ? makePageKit() : null,
  ])
  const [folder, kit] = await made
  if (folder) project.provide('demo_folder', folder)
  if (kit) project.provide('page_kit', kit)
  return () => {
    if (folder) fs.rmSync(folder, { recursive: true, force: true })
  }
}
