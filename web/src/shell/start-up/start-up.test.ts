import { balanceState } from '@waybill/domain/billing/balance-state'
import { describe, expect, it } from 'vitest'
import { loginAddress, originOf, redirectOf } from './start-up.ts'
import { cutName } from '../navigation/UserBlock.tsx'
import { versionChange } from './version-change.ts'

describe('start-up', () => {
  it('[SHELL-045] [SHELL-046] uses a stored host instead of the real one, except in production', () => {
    expect(originOf('localhost', 'courier.example')).toBe('courier.example')
    expect(originOf('app.staging.example', 'courier.example')).toBe('courier.example')
    expect(originOf('courier.example', 'other.example')).toBe('courier.example')
  })

  it('[API-007] removes www. from the host', () => {
    expect(originOf('www.courier.example', null)).toBe('courier.example')
  })

  it('[AUTH-006] returns the redirect address after sign-in, and home for /register or without a redirect', () => {
    expect(redirectOf('?redirect=%2Fshipments%3Fpage%3D2')).toBe('/shipments?page=2')
    expect(redirectOf('?redirect=%2Fregister')).toBe('/')
    expect(redirectOf('')).toBe('/')
  })

  const redirectTo = (address: string) => redirectOf(`?redirect=${encodeURIComponent(address)}`)

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    'https://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'HTTPS:\\\\evil.example',
    'evil.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '\u0000//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/shipments/..//evil.example',
    '/%2e//evil.example',
    '/login',
    '/logout',
    '/./logout',
    '/shipments/../logout?again',
    '/register/',
  ])('redirects home for %j', (address) => {
    expect(redirectTo(address)).toBe('/')
  })

  it('keeps addresses that only look external on the own host', () => {
    for (const address of [
      '/%2F%2Fevil.example',
      '/%5Cevil.example',
      '/@evil.example',
      '/javascript:alert(1)',
      '/?redirect=https://evil.example',
    ])
      expect(new URL(redirectTo(address), 'https://own.example').host, address).toBe('own.example')
  })

  it.each([
    '/shipments?page=2',
    '/shipments/12?tab=notes#note-3',
    '/track?ref=K7M2QX',
    '/shipments?search=a%20b%26c&status=at-hub,in-transit',
    '/logouts',
    '/',
  ])('redirects to %s unchanged', (address) => {
    expect(redirectTo(address)).toBe(address)
  })

  it('[AUTH-020] [AUTH-021] adds the path and query to the sign-in address, except for /logout', () => {
    expect(loginAddress('/shipments', '?page=2')).toBe('/login?redirect=%2Fshipments%3Fpage%3D2')
    expect(loginAddress('/logout', '')).toBe('/')
  })

  it('[SHELL-062] [SHELL-063] [SHELL-064] distinguishes major, minor and other version changes', () => {
    expect(versionChange('3.17.17', '4.0.0')).toBe('major')
    expect(versionChange('3.17.17', '3.18.0')).toBe('minor')
    expect(versionChange('3.17.17', '3.17.18')).toBe('none')
    expect(versionChange('3.17.17', '3.16.0')).toBe('none')
  })

  it('[SHELL-020] cuts a name to 18 characters', () => {
    expect(cutName('Thandi Mokoena')).toBe('Thandi Mokoena')
    expect(cutName('Thandi Mokoena-van der Merwe')).toBe('Thandi Mokoena-van...')
  })

  it('returns the badge colour for an account balance', () => {
    expect(balanceState(0, 0).family).toBe('green')
    expect(balanceState(-100, 100_000).family).toBe('blue')
    expect(balanceState(-90_000, 100_000).family).toBe('yellow')
    expect(balanceState(-100_001, 100_000).family).toBe('red')
  })
})
