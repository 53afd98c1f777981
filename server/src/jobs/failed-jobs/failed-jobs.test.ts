import { auditApi } from '@waybill/domain/audit/api'
import { jobsApi } from '@waybill/domain/jobs/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { beforeAll, describe, expect, it } from 'vitest'
import { mailPort } from '../../kit/mail/index.ts'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
})

const failed = (caller: Caller, listener?: 'tell booked' | 'send receipt') =>
  caller.send(jobsApi.failed, listener ? { listener } : {})

/** Creates shipments whose jobs fail at every attempt, because the mail server rejects every mail. */
async function failMails(of: TestProvider, shipments: number): Promise<void> {
  of.runtime.runtime.adapters.set(mailPort.name, {
    send: () => Promise.reject(new Error('The mail server is down.')),
  })
  for (let one = 0; one < shipments; one += 1) await of.given.shipment()
  const began = Date.now()
  for (let day = 0; day < 8; day += 1) {
    of.runtime.setNow(new Date(began + day * 86_400_000))
    await of.settle()
  }
  of.runtime.setNow(null)
}

/** Installs a mail server that accepts every mail, and counts the mails. */
function takeMails(): { count: number } {
  const sent = { count: 0 }
  p.runtime.runtime.adapters.set(mailPort.name, {
    send: () => {
      sent.count += 1
      return Promise.resolve({ message_id: `<${sent.count}@test>` })
    },
  })
  return sent
}

describe('failed jobs', () => {
  it('are stored after eight attempts, with their shipment and error', async () => {
    await failMails(p, 1)
    const { jobs, count } = await failed(staff)
    expect(count).toBe(1)
    expect(jobs).toMatchObject([
      { listener: 'tell booked', attempts: 8, last_error: 'The mail server is down.' },
    ])
    const [job] = jobs
    expect(job?.shipment_id).toBeGreaterThan(0)
    expect((job?.kept_until.getTime() ?? 0) - (job?.time_failed.getTime() ?? 0)).toBe(90 * 86_400_000)
    expect((await failed(staff, 'send receipt')).count).toBe(0)
  })

  it('run again when one is retried, and the audit trail records who retried it', async () => {
    const [job] = (await failed(staff)).jobs
    const id = job?.id ?? 0
    const sent = takeMails()
    expect(await staff.send(jobsApi.retry, { id })).toEqual({ count: 1 })
    await p.settle()
    expect(sent.count).toBe(1)
    expect((await failed(staff)).count).toBe(0)
    const { audit_events } = await staff.send(auditApi.events, { type: 'failed_job', object_id: String(id) })
    expect(audit_events).toMatchObject([{ source: staff.username, action: 'created', channel: 'web' }])
    expect(JSON.stringify(audit_events[0]?.change)).toContain('retry')
    expect((await errorOf(staff.send(jobsApi.retry, { id }))).status).toBe(404)
  })

  it('are retried together for one listener only', async () => {
    await failMails(p, 3)
    const sent = takeMails()
    expect(await staff.send(jobsApi.retry, { listener: 'send receipt' })).toEqual({ count: 0 })
    expect(await staff.send(jobsApi.retry, { listener: 'tell booked' })).toEqual({ count: 3 })
    await p.settle()
    expect(sent.count).toBe(3)
    expect((await failed(staff)).count).toBe(0)
    expect((await errorOf(staff.send(jobsApi.retry, {}))).status).toBe(400)
  })

  it('are permanently discarded, with an entry in the audit trail', async () => {
    await failMails(p, 1)
    const id = (await failed(staff)).jobs[0]?.id ?? 0
    await staff.send(jobsApi.discard, { id })
    expect((await failed(staff)).count).toBe(0)
    expect((await errorOf(staff.send(jobsApi.discard, { id }))).status).toBe(404)
    const { audit_events } = await staff.send(auditApi.events, { type: 'failed_job', object_id: String(id) })
    expect(JSON.stringify(audit_events)).toContain('discard')
  })

  it('cannot be listed, retried or discarded by another company', async () => {
    const q = await newProvider()
    await failMails(p, 1)
    const id = (await failed(staff)).jobs[0]?.id ?? 0
    const other = await q.staff()
    expect((await failed(other)).count).toBe(0)
    expect(await other.send(jobsApi.retry, { listener: 'tell booked' })).toEqual({ count: 0 })
    expect((await errorOf(other.send(jobsApi.retry, { id }))).status).toBe(404)
    expect((await errorOf(other.send(jobsApi.discard, { id }))).status).toBe(404)
    expect((await failed(staff)).count).toBe(1)
  })

  it('are available to administrators only', async () => {
    const others = [
      await p.user(role_ids.finance_manager),
      await p.driver(),
      await p.owner(),
      p.guest(),
      await p.apiKey(),
    ]
    for (const caller of others) {
      const statuses = [
        (await errorOf(failed(caller))).status,
        (await errorOf(caller.send(jobsApi.retry, { listener: 'tell booked' }))).status,
        (await errorOf(caller.send(jobsApi.discard, { id: 1 }))).status,
      ]
      for (const status of statuses) expect([401, 403]).toContain(status)
    }
  })
})
