import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('configuration', () => {
  it('uses defaults for missing variables and treats empty variables as missing', () => {
    const read = readConfig({ PORT: '', DATABASE_URL: '' })
    expect(read).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      API_PORT: 3001,
      DATABASE_CONNECTIONS: 16,
      MAX_CONNECTIONS: 2_000,
      RATE_LIMIT_SCALE: 1,
    })
    expect(read.DATABASE_URL).toBeUndefined()
  })

  it('parses numbers and lists', () => {
    expect(
      readConfig({ PORT: '0', RATE_LIMIT_SCALE: '0.5', ALLOWED_HOSTS: 'a.example, b.example,' }),
    ).toMatchObject({ PORT: 0, RATE_LIMIT_SCALE: 0.5, ALLOWED_HOSTS: ['a.example', 'b.example'] })
  })

  it.each([
    ['PORT', '65536', 'PORT must be a port number from 0 to 65535. It is 65536.'],
    ['PORT', 'web', 'PORT must be a port number from 0 to 65535. It is web.'],
    [
      'DATABASE_CONNECTIONS',
      'many',
      'DATABASE_CONNECTIONS must be a whole number from 4 to 1000. It is many.',
    ],
    ['RATE_LIMIT_SCALE', 'fast', 'RATE_LIMIT_SCALE must be a number. It is fast.'],
    ['WEB_URL', 'fynbos', 'WEB_URL must be an address such as https://example.com. It is fynbos.'],
    ['OUTBOUND_PRIVATE', 'yes', 'OUTBOUND_PRIVATE must be allow or refuse. It is yes.'],
  ])('rejects %s=%s with a sentence that names the problem', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(sentence)
  })
})
