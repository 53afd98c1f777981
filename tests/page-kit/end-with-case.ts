import { onTestFinished, TestRunner } from 'vitest'

/**
 * Calls `end` when the current test case ends. Called in a hook, it does nothing, so that the thing stays for all
 * cases of the file.
 */
export function endWithCase(end: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()))
}
