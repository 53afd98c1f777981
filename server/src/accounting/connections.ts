import type { accountingApi, AccountingConnection } from '@waybill/domain/accounting/api'
import { format_labels, type AccountingSystemName } from '@waybill/domain/accounting/chart'
import { invalid, notFound, Problem } from '@waybill/domain/kit/problem'
import type { BaseContext, Context, ExternalContext, ExternalHandler, Handler } from '../kit/handler.ts'
import { outboundPort } from '../kit/outbound/index.ts'
import {
  deleteConnection,
  findConnection,
  listConnections,
  saveConnection,
  updateConnection,
  type ConnectionRow,
} from './connection-store.ts'
import { requireAccountant } from './require-accountant.ts'
import {
  AccessExpiredError,
  accountingHostsPort,
  refreshAccess,
  RejectedError,
  UnavailableError,
  type Access,
  type Credentials,
} from './systems/system.ts'

function present(row: ConnectionRow): AccountingConnection {
  return {
    id: row.id,
    system: row.system,
    organisation: row.organisation,
    is_active: row.is_active,
    problem: row.problem,
    time_modified: row.time_modified,
  }
}

/** Lists the connected accounting programs. */
export const readConnections: Handler<typeof accountingApi.connections> = async (ctx) => {
  requireAccountant(ctx)
  return { connections: (await listConnections(ctx)).map(present) }
}

/**
 * Connects an accounting program. Its secrets are tried before they are stored; trying replaces the refresh token, so
 * the new one is stored.
 */
export const connectSystem: ExternalHandler<typeof accountingApi.connect> = async (ctx, input) => {
  requireAccountant(ctx)
  const { system, organisation, client_id, client_secret, refresh_token } = input
  const credentials = { client_id, client_secret, refresh_token }
  const access = await tryCredentials(ctx, system, credentials)
  return ctx.answer(async (tx) => {
    await saveConnection(tx, { system, organisation, ...sealedAccess(tx, credentials, access) })
    const row = await findConnection(tx, system)
    if (!row) throw new Error('A connection that was just saved could not be read back.')
    return present(row)
  })
}

async function tryCredentials(
  ctx: ExternalContext,
  system: AccountingSystemName,
  credentials: Credentials,
): Promise<Access> {
  try {
    return await refreshAccess(
      ctx.adapter(outboundPort),
      ctx.adapter(accountingHostsPort)[system],
      credentials,
      ctx.now,
    )
  } catch (error) {
    const name = format_labels[system]
    if (error instanceof RejectedError || error instanceof AccessExpiredError)
      throw invalid(`${name} does not accept these credentials. Check them and get a new refresh token.`, [
        { field: 'refresh_token', message: `${name} does not accept it with this client` },
      ])
    if (error instanceof UnavailableError)
      throw new Problem(
        'unavailable',
        `${name} could not be reached. Try again in a few minutes; nothing was changed.`,
      )
    throw error
  }
}

/** Removes a connection with its secrets. Documents that wait to be sent keep waiting for a new one. */
export const disconnectSystem: Handler<typeof accountingApi.disconnect> = async (ctx, { id }) => {
  requireAccountant(ctx)
  if (!(await deleteConnection(ctx, id))) throw notFound('Could not find this connection.')
  return {}
}

/** Returns the sealed columns for the credentials with the refresh token of a new access. */
function sealedAccess({ sealer }: BaseContext, credentials: Credentials, access: Access) {
  return {
    credentials_sealed: sealer.seal(JSON.stringify({ ...credentials, refresh_token: access.refresh_token })),
    access_token_sealed: sealer.seal(access.access_token),
    access_token_until: access.until,
  }
}

/** Returns the stored access token of a connection while it is valid. */
export function storedToken(ctx: BaseContext, row: ConnectionRow): string | undefined {
  const { access_token_sealed: sealed, access_token_until: until } = row
  return sealed !== null && until !== null && until > ctx.now ? ctx.sealer.open(sealed) : undefined
}

/**
 * Gets a new access token for a connection, stores it with its new refresh token before it is used, and returns it.
 */
export async function renewAccess(ctx: ExternalContext, row: ConnectionRow): Promise<string> {
  const credentials = JSON.parse(ctx.sealer.open(row.credentials_sealed)) as Credentials
  const access = await refreshAccess(
    ctx.adapter(outboundPort),
    ctx.adapter(accountingHostsPort)[row.system],
    credentials,
    ctx.now,
  )
  await ctx.inTransaction((tx: Context) =>
    updateConnection(tx, row.id, sealedAccess(tx, credentials, access)),
  )
  return access.access_token
}
