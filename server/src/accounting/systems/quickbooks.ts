import type { ExportDocument } from '@waybill/domain/accounting/document'
import {
  customerName,
  customerQuery,
  quickbooksRecords,
  type QuickbooksRecord,
} from '@waybill/domain/accounting/formats/quickbooks'
import { callJson, UnavailableError, type SendDocument, type Session } from './system.ts'

/** The version of the API that the payloads are written for. */
const minor_version = '75'

/**
 * Sends a document to QuickBooks, and first the customer if it is new. `requestid` makes QuickBooks answer a repeat
 * with the first response; a record of an earlier attempt is also found by its number.
 */
export const sendToQuickbooks: SendDocument = async (session, document, { key, is_repeat, done, report }) => {
  const customer =
    (await query(session, customerQuery(document), 'Customer')) ??
    (await create(session, 'Customer', customerOf(document), `${key}-c`))
  for (const [at, record] of quickbooksRecords(document, customer).entries()) {
    if (at < done.length) continue
    const found = is_repeat ? await find(session, record) : undefined
    await report(found ?? (await create(session, record.entity, record.body, `${key}-${at}`)))
  }
}

const customerOf = (document: ExportDocument) => ({ DisplayName: customerName(document) })

const addressOf = ({ hosts, organisation }: Session, path: string): string =>
  `${hosts.api_url}/v3/company/${encodeURIComponent(organisation)}/${path}`

const headersOf = ({ access_token }: Session): Record<string, string> => ({
  authorization: `Bearer ${access_token}`,
  accept: 'application/json',
})

async function create(
  session: Session,
  entity: string,
  body: Readonly<Record<string, unknown>>,
  requestId: string,
): Promise<string> {
  const path = `${entity.toLowerCase()}?requestid=${encodeURIComponent(requestId)}&minorversion=${minor_version}`
  const answer = await callJson(
    session.outbound,
    {
      method: 'POST',
      url: addressOf(session, path),
      headers: { ...headersOf(session), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
    session.now,
  )
  const id = (answer[entity] as Record<string, unknown> | undefined)?.Id
  if (typeof id !== 'string') throw new UnavailableError('QuickBooks returned no id.')
  return id
}

const find = (session: Session, { entity, where }: QuickbooksRecord): Promise<string | undefined> =>
  query(session, `select Id from ${entity} where ${where}`, entity)

async function query(session: Session, text: string, entity: string): Promise<string | undefined> {
  const path = `query?query=${encodeURIComponent(text)}&minorversion=${minor_version}`
  const answer = await callJson(
    session.outbound,
    { method: 'GET', url: addressOf(session, path), headers: headersOf(session) },
    session.now,
  )
  const rows = (answer.QueryResponse as Record<string, unknown> | undefined)?.[entity]
  const id = Array.isArray(rows) ? (rows[0] as Record<string, unknown> | undefined)?.Id : undefined
  return typeof id === 'string' ? id : undefined
}
