import { xeroRecords, type XeroRecord } from '@waybill/domain/accounting/formats/xero'
import { callJson, UnavailableError, type SendDocument, type Session } from './system.ts'

const headersOf = ({ access_token, organisation }: Session): Record<string, string> => ({
  authorization: `Bearer ${access_token}`,
  'xero-tenant-id': organisation,
  accept: 'application/json',
})

/**
 * Sends a document to Xero. `Idempotency-Key` protects a repeat for some minutes; after that the record is found by
 * its number.
 */
export const sendToXero: SendDocument = async (session, document, { key, is_repeat, done, report }) => {
  for (const [at, record] of xeroRecords(document).entries()) {
    if (at < done.length) continue
    const found = is_repeat ? await find(session, record) : undefined
    await report(found ?? (await create(session, record, `${key}-${at}`)))
  }
}

async function create(session: Session, { list, id_field, body }: XeroRecord, key: string): Promise<string> {
  const answer = await callJson(
    session.outbound,
    {
      method: 'POST',
      url: `${session.hosts.api_url}/api.xro/2.0/${list}`,
      headers: { ...headersOf(session), 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ [list]: [body] }),
    },
    session.now,
  )
  const id = idIn(answer, list, id_field)
  if (id === undefined) throw new UnavailableError('Xero returned no id.')
  return id
}

async function find(session: Session, { list, id_field, where }: XeroRecord): Promise<string | undefined> {
  const url = `${session.hosts.api_url}/api.xro/2.0/${list}?where=${encodeURIComponent(where)}`
  const answer = await callJson(
    session.outbound,
    { method: 'GET', url, headers: headersOf(session) },
    session.now,
  )
  return idIn(answer, list, id_field)
}

function idIn(answer: Record<string, unknown>, list: string, field: string): string | undefined {
  const rows = answer[list]
  const id = Array.isArray(rows) ? (rows[0] as Record<string, unknown> | undefined)?.[field] : undefined
  return typeof id === 'string' ? id : undefined
}
