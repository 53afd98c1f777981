import { accountsApi } from '@waybill/domain/accounts/api'
import { expect, it } from 'vitest'
import { newProvider } from '../app/test-kit/provider.ts'

it('refuses a change of an account that is based on an older version, and overwrites nothing', async () => {
  const p = await newProvider()
  const staff = await p.staff()
  const { id } = await p.given.account({ name: 'Overberg Books' })
  const read = async () => (await staff.send(accountsApi.list, { id: [id] })).accounts[0]
  const version = (await read())?.version ?? undefined
  expect(version).toBeTypeOf('number')
  await staff.send(accountsApi.change, { id, version, name: 'Theirs' })
  await expect(staff.send(accountsApi.change, { id, version, name: 'Mine' })).rejects.toMatchObject({
    status: 409,
  })
  expect((await read())?.name).toBe('Theirs')
})
