import { describe, expect, it } from 'vitest'
import { app_version } from '../kit/app.ts'
import { appRequirementOf, compareVersions, isServedVersion } from './app-version.ts'

describe('driver app version', () => {
  it('compares versions part by part, as numbers', () => {
    expect(compareVersions('3.9.0', '3.17.0')).toBeLessThan(0)
    expect(compareVersions('4.0.0', '3.17.17')).toBeGreaterThan(0)
    expect(compareVersions('3.17.17', '3.17.17')).toBe(0)
  })

  it.each([
    ['3.16.9', 'forced'],
    ['3.17.0', 'advised'],
    ['3.17.4', 'advised'],
    ['3.17.5', 'none'],
    ['4.0.0', 'none'],
  ])('[SET-101] for version %s the update requirement is %s', (version, ensure) => {
    expect(appRequirementOf(version, { minimum: '3.17.0', recommended: '3.17.5' })).toBe(ensure)
    expect(appRequirementOf(version, { minimum: '', recommended: '' })).toBe('none')
  })

  it('accepts a limit only up to the version that this installation serves', () => {
    expect(isServedVersion(app_version)).toBe(true)
    expect(isServedVersion('99.0.0')).toBe(false)
    expect(isServedVersion('')).toBe(true)
  })
})
