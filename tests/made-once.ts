import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { runScript } from './checks/run-command.ts'
import { makePageKit, type PageKitFiles } from './page-kit/files.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where what is made once for all files is announced. */
    made_once: string
  }
}

/** What files of `browser` and `pages` use that takes seconds to make. */
interface Made {
  /** A data directory with the demonstration company in it: every browser file starts from a copy. */
  demo_folder: string
  page_kit: PageKitFiles
}

/** Of this run: the setup of whichever project comes first begins for all. */
let started: { folder: string; over: Promise<unknown> } | undefined

/**
 * Begins to make what the files of `browser` and `pages` use, as far as they run: beside each other, because each part
 * keeps only one core busy, and beside the files that need neither. Returns how to clear it away.
 */
export default function makeOnce(project: TestProject): () => Promise<void> {
  started ??= begin(project.vitest.projects.map(({ name }) => name))
  const { folder, over } = started
  project.provide('made_once', folder)
  return async () => {
    await over
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function begin(projects: readonly string[]): { folder: string; over: Promise<unknown> } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-made-'))
  const inChromium = process.env.PAGE_ENGINE === 'chromium'
  const parts: Promise<void>[] = []
  if (projects.includes('browser') || inChromium)
    parts.push(announce(folder, 'demo_folder', makeDemoFolder(path.join(folder, 'demo'))))
  if (projects.includes('pages') && !inChromium) parts.push(announce(folder, 'page_kit', makePageKit()))
  return { folder, over: Promise.all(parts) }
}

async function makeDemoFolder(folder: string): Promise<string> {
  await runScript('tests/e2e/make-demo-folder.ts', folder)
  return folder
}

/** Writes down what was made, or why it could not be. */
async function announce(folder: string, name: keyof Made, making: Promise<unknown>): Promise<void> {
  const answer = await making.then(
    (made) => ({ made }),
    (error: Error) => ({ failed: error.message }),
  )
  const file = path.join(folder, name)
  fs.writeFileSync(`${file}.draft`, JSON.stringify(answer))
  fs.renameSync(`${file}.draft`, `${file}.json`)
}

/** What was made once for all files, when it is there; `folder` is where it is announced. Throws when it failed. */
export async function whenMade<Name extends keyof Made>(folder: string, name: Name): Promise<Made[Name]> {
  const file = path.join(folder, `${name}.json`)
  await new Promise<void>((resolve) => {
    const watcher = fs.watch(folder, look)
    function look(): void {
      if (!fs.existsSync(file)) return
      watcher.close()
      resolve()
    }
    look()
  })
  const answer = JSON.parse(fs.readFileSync(file, 'utf8')) as { made?: Made[Name]; failed?: string }
  if (answer.made === undefined) throw new Error(answer.failed)
  return answer.made
}
