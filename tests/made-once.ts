import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { runScript } from './checks/run-command.ts'
import { makePageKit, type PageKitFiles } from './page-kit/files.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which finished shared parts are announced. */
    made_once: string
  }
}

/** Parts for the `browser` and `pages` tests that take seconds to make. */
interface Made {
  /** A data directory with the demonstration company; every browser test file starts from a copy. */
  demo_folder: string
  page_kit: PageKitFiles
}

/** Shared by this run: the setup of the first project starts the work for all. */
let started: { folder: string; over: Promise<unknown> } | undefined

/**
 * Starts to make the parts that the `browser` and `pages` tests of this run use. The parts are made concurrently,
 * because each keeps only one core busy, and beside test files that do not need them. Returns a function that removes
 * them.
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

/** Writes the finished part, or the reason why it could not be made, to a file in `folder`. */
async function announce(folder: string, name: keyof Made, making: Promise<unknown>): Promise<void> {
  const answer = await making.then(
    (made) => ({ made }),
    (error: Error) => ({ failed: error.message }),
  )
  const file = path.join(folder, name)
  fs.writeFileSync(`${file}.draft`, JSON.stringify(answer))
  fs.renameSync(`${file}.draft`, `${file}.json`)
}

/**
 * Waits for a part that is made once for all test files, and returns it; `folder` is where it is announced. Throws
 * when making it failed.
 */
export async function whenMade<Name extends keyof Made>(folder: string, name: Name): Promise<Made[Name]> {
  const file = path.join(folder, `${name}.json`)
  await new Promise<void>((resolve) => {
    const watcher = fs.watch(folder, check)
    function check(): void {
      if (!fs.existsSync(file)) return
      watcher.close()
      resolve()
    }
    check()
  })
  const answer = JSON.parse(fs.readFileSync(file, 'utf8')) as { made?: Made[Name]; failed?: string }
  if (answer.made === undefined) throw new Error(answer.failed)
  return answer.made
}
