import { afterEach, expect, it, vi } from 'vitest'
import { startImpersonating } from '../../kit/api/session.ts'
import { asClient, merged, type GeneralData } from './general-data.ts'

afterEach(() => vi.unstubAllGlobals())

const answer = {
  provider_settings: {},
  account_settings: {},
  user: { username: 'riaan' },
  roles: [],
  branches: [],
  shipment_tags: [],
  account_tags: [],
  drivers: [],
  logged_in_user: 'thandi',
} as unknown as Parameters<typeof asClient>[0]

it('[AUTH-069] adds the impersonated and the signed-in username to the user', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  expect(asClient({ ...answer, logged_in_user: null }).user).toMatchObject({
    impersonated_username: null,
    logged_in_user: null,
  })
  startImpersonating('riaan')
  expect(asClient(answer).user).toMatchObject({ impersonated_username: 'riaan', logged_in_user: 'thandi' })
})

it('[ACC-023] applies changed entries and removes deleted branches', () => {
  const branch = (id: number, name: string, deletedDate: Date | null = null) => ({
    id,
    name,
    deleted_date: deletedDate,
  })
  const known = { ...answer, branches: [branch(1, 'JHB'), branch(2, 'CPT')] } as unknown as GeneralData
  const update = {
    ...answer,
    branches: [branch(1, 'JNB'), branch(2, 'CPT', new Date(0)), branch(3, 'DBN')],
    drivers: [{ username: 'sipho', deleted_date: new Date(0) }],
  } as unknown as GeneralData
  expect(merged(known, update).branches.map(({ name }) => name)).toEqual(['JNB', 'DBN'])
  expect(merged(known, update).drivers[0]?.deleted_date).toEqual(new Date(0))
})
