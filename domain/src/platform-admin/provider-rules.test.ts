import { describe, expect, it } from 'vitest'
import { reasonOf } from '../kit/rule-result.ts'
import { checkInfobip } from './infobip-rules.ts'
import { checkOrigins, checkOverdue, mayTakeStatus, plainHost } from './provider-rules.ts'
import { mayLeadTo, short_url_alphabet, short_url_length } from '../short-urls/short-urls.ts'

describe('company host names', () => {
  it.each([
    ['portal.courier.co.za', 'portal.courier.co.za'],
    [' HTTPS://www.Courier.co.za:8443/login?x=1 ', 'courier.co.za'],
    ['api.courier.co.za.', 'courier.co.za'],
    ['second.localhost', 'second.localhost'],
    ['127.0.0.2:4200', '127.0.0.2'],
  ])('normalises and accepts %s as %s', (typed, host) => {
    expect(plainHost(typed)).toBe(host)
    expect(checkOrigins([host])).toEqual([])
  })

  it.each([[[]], [['a b']], [['-a.example']], [['a..example']], [['a_b.example']], [['']], [['a', 'a']]])(
    'rejects %j',
    (origins) => {
      expect(checkOrigins(origins)).toHaveLength(1)
    },
  )

  it('rejects more than ten host names', () => {
    expect(checkOrigins(Array.from({ length: 11 }, (_, n) => `h${n}.example`))).toEqual([
      { field: 'origins', message: 'Enter at most 10 host names.' },
    ])
  })
})

describe('company status', () => {
  const company = { id: 2, name: 'Karoo Carriers', is_default: false }

  it('[ADMIN-003] cannot become suspended or closed for the user’s own or the default company', () => {
    expect(mayTakeStatus(company, 'suspended', 1)).toBe(true)
    expect(mayTakeStatus(company, 'closed', 1)).toBe(true)
    expect(mayTakeStatus(company, 'overdue', 2)).toBe(true)
    expect(reasonOf(mayTakeStatus(company, 'suspended', 2))).toBe(
      'Karoo Carriers is your own company: it cannot be suspended.',
    )
    expect(reasonOf(mayTakeStatus({ ...company, is_default: true }, 'closed', 1))).toContain(
      'for all other host names',
    )
  })

  it('[SHELL-035] requires at least one invoice when overdue', () => {
    expect(checkOverdue('overdue', [])).toHaveLength(1)
    expect(checkOverdue('overdue', ['INV1'])).toEqual([])
    expect(checkOverdue('active', [])).toEqual([])
  })
})

describe('Infobip configuration', () => {
  const good = {
    sms_provider: 'infobip' as const,
    infobip_base_url: 'https://abc.api.infobip.com',
    sms_sender_id: 'Karoo',
  }

  it('requires base URL, sender and key when SMS are sent through Infobip', () => {
    expect(checkInfobip(good, true)).toEqual([])
    expect(checkInfobip(good, false).map((one) => one.field)).toEqual(['infobip_api_key'])
    expect(checkInfobip({ ...good, infobip_base_url: '', sms_sender_id: '' }, true)).toHaveLength(2)
    expect(checkInfobip({ sms_provider: 'log', infobip_base_url: '', sms_sender_id: '' }, false)).toEqual([])
  })
})

describe('short URLs', () => {
  it('use unique characters that are not easily confused', () => {
    expect(short_url_length).toBe(7)
    expect(new Set(short_url_alphabet).size).toBe(short_url_alphabet.length)
    expect(short_url_alphabet).not.toMatch(/[0O1lI]/)
  })

  it('only point to hosts of their own company', () => {
    const to = (hostname: string, more: object = {}) =>
      mayLeadTo({ protocol: 'https:', hostname, username: '', password: '', ...more }, ['a.example'])
    expect(to('a.example')).toBe(true)
    expect(to('www.a.example')).toBe(true)
    for (const verdict of [
      to('b.example'),
      to('a.example.b.example'),
      to('a.example', { protocol: 'javascript:' }),
      to('a.example', { username: 'me' }),
      mayLeadTo(null, ['a.example']),
    ])
      expect(verdict).not.toBe(true)
  })
})
