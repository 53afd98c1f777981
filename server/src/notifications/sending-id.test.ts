import { identityApi } from '@waybill/domain/identity/api'
import { expect, it } from 'vitest'
import { newProvider } from '../../dev/test-kit/provider.ts'
import { mailPort } from '../kit/mail/index.ts'

it('An e-mail has the same id when its job runs again, and another one in another job', async () => {
  const p = await newProvider()
  const staff = await p.staff()
  const ids: string[] = []
  p.runtime.runtime.adapters.set(mailPort.name, {
    send({ headers }: { headers?: Record<string, string> }) {
      ids.push(headers?.['Message-ID'] ?? '')
      // The server took it, and the connection was cut before it said so.
      return ids.length === 1 ? Promise.reject(new Error('cut')) : Promise.resolve({ message_id: 'sent' })
    },
  })
  const ask = async () => {
    await p.guest().send(identityApi.resetPassword, { email: `${staff.username}@example.com` })
    await p.settle()
  }
  await ask()
  p.runtime.setNow(new Date(Date.now() + 3_600_000))
  await p.settle()
  await ask()
  p.runtime.setNow(null)
  expect(ids).toHaveLength(3)
  expect(ids[1]).toBe(ids[0])
  expect(new Set(ids).size).toBe(2)
})
