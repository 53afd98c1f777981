import { onTestFinished } from 'vitest'
import { config, type Config } from '../../src/kit/config.ts'

/** Changes the configuration of this process until the current test ends. */
export function configure(values: Partial<Config>): void {
  const before = { ...config }
  Object.assign(config, values)
  onTestFinished(() => void Object.assign(config, before))
}
