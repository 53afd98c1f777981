import { onTestFinished, TestRunner } from 'vitest'

/** Ends something with the case in which it began; what began in a hook stays for all cases of the file. */
export function endWithCase(end: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()))
}
