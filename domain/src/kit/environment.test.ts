import { describe, expect, it } from 'vitest'
import { apiUrlOf, environmentOf, environments, error_reporting_keys, reportedFrom } from './environment.ts'

describe('environment of a host', () => {
  it.each([
    ['localhost', 'dev'],
    ['localhost:3000', 'dev'],
    ['127.0.0.1', 'dev'],
    ['courier.local', 'dev'],
    ['dev.courier.example', 'dev'],
    ['app.staging.example', 'stage'],
    ['portal.stage.example', 'stage'],
    ['one.two.stage.example', 'prod'],
    ['courier.example', 'prod'],
  ])('[SHELL-044] [SHELL-046] resolves %s to %s', (host, environment) => {
    expect(environmentOf(host)).toBe(environment)
  })

  it('[API-002] returns the API address for local, dev, stage and prod hosts', () => {
    expect(apiUrlOf('http://127.0.0.1:3000', 3001)).toBe('http://127.0.0.1:3001')
    expect(apiUrlOf('http://localhost:3000', 3001)).toBe('http://localhost:3001')
    expect(apiUrlOf('https://dev.courier.example', 3001)).toBe('https://api.dev.courier.example')
    expect(apiUrlOf('https://stage.courier.example', 3001)).toBe('https://api.stage.courier.example')
    expect(apiUrlOf('https://courier.example/', 3001)).toBe('https://api.courier.example')
  })

  it('[SHELL-085] maps a unique error reporting key to each environment', () => {
    const keys = environments.map((environment) => error_reporting_keys[environment])
    expect(new Set(keys).size).toBe(environments.length)
    for (const environment of environments)
      expect(reportedFrom(error_reporting_keys[environment])).toBe(environment)
    expect(reportedFrom('something else')).toBeUndefined()
  })
})
