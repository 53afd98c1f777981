import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '../../kit/icons/icons.ts'
import { accountsApi } from '@waybill/domain/accounts/api'
import { identityApi } from '@waybill/domain/identity/api'
import { key_scopes } from '@waybill/domain/identity/sign-in/api-key-limits'
import type { ApiKey } from '@waybill/domain/identity/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { When } from '../../kit/ui/values/Value.tsx'
import { keyRoleLabel } from './api-key-roles.ts'
import styles from './api-keys.module.css'
import { EditApiKey, RotateApiKey } from './EditApiKey.tsx'
import { NewApiKey } from './NewApiKey.tsx'
import { personName } from '../../kit/session/people.ts'

/** The API keys of an account, or of the company for staff: list, create, change, replace, revoke. */
export function ApiKeys() {
  const me = useMe()
  const [isMaking, setMaking] = useState(false)
  const query = useQuery(endpointQuery(identityApi.apiKeys, {}))
  const names = useAccountNames(query.data?.api_keys ?? [])
  const keys = query.data?.api_keys
  const create = mayCall(me, identityApi.createApiKey) && (
    <Button size="sm" variant="primary" icon={IconPlus} onClick={() => setMaking(true)}>
      New API key
    </Button>
  )
  return (
    <>
      <Card
        title="API keys"
        note={keys && keys.length > 0 && String(keys.length)}
        flush
        actions={keys && keys.length > 0 && create}
      >
        {query.error && !keys ? (
          <RegionError thrown={query.error} what="The API keys" onRetry={() => void query.refetch()} />
        ) : !keys ? (
          <Loading />
        ) : keys.length === 0 ? (
          <EmptyState title="No API keys yet." action={create}>
            With a key your own systems can book and track shipments here.
          </EmptyState>
        ) : (
          <ul className={styles.keys}>
            {keys.map((key) => (
              <KeyRow
                key={key.id}
                of={key}
                account={key.account_id ? names.get(key.account_id) : undefined}
              />
            ))}
          </ul>
        )}
      </Card>
      {isMaking && <NewApiKey onClose={() => setMaking(false)} />}
    </>
  )
}

function KeyRow({ of: key, account }: { of: ApiKey; account: string | undefined }) {
  const me = useMe()
  const [open, setOpen] = useState<'edit' | 'rotate' | null>(null)
  const hasEnded = key.time_expires !== null && key.time_expires <= new Date()
  const revoke = useEndpointMutation(identityApi.deleteApiKey, {
    refresh: [identityApi.apiKeys],
    done: () => toast.success(`API key ${key.name} was revoked`),
  })
  const confirmRemoval = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Revoke API key ${key.name}?`,
      body: `Systems that still use the key ending in ${key.last_four} are refused from now on. A revoked key cannot be brought back.`,
      confirm: 'Revoke key',
      cancel: 'Keep key',
      danger: true,
    })
    if (isSure) revoke.mutate({ id: key.id })
  }
  return (
    <li className={styles.key}>
      <div className={styles.about}>
        <div className={styles.name}>{key.name}</div>
        <div className={styles.quiet}>
          {keyRoleLabel(key.role_id)}
          {account && ` · ${account}`}
        </div>
        <div className={styles.quiet}>
          Created <When at={key.time_created} /> by {personName(key.created_by)} ·{' '}
          {key.time_last_used ? (
            <>
              last used <When at={key.time_last_used} />
            </>
          ) : (
            'never used'
          )}
          {' · '}
          {key.time_expires === null ? (
            'no end'
          ) : (
            <>
              {hasEnded ? 'ended' : 'ends'} <When at={key.time_expires} />
            </>
          )}
        </div>
        {(key.scopes.length > 0 || key.addresses.length > 0) && (
          <div className={styles.quiet}>
            {key.scopes.length > 0 && `Only ${key.scopes.map((scope) => key_scopes[scope]).join(', ')}`}
            {key.scopes.length > 0 && key.addresses.length > 0 && ' · '}
            {key.addresses.length > 0 && `from ${key.addresses.join(', ')}`}
          </div>
        )}
        {key.previous && (
          <div className={styles.quiet}>
            The previous key ending in {key.previous.last_four} works until{' '}
            <When at={key.previous.time_expires} />
            {key.previous.time_last_used ? (
              <>
                , last used <When at={key.previous.time_last_used} />
              </>
            ) : (
              ', never used'
            )}
          </div>
        )}
      </div>
      <span className={styles.tail}>
        <span aria-hidden="true">••••</span>
        <span className="only-heard">ends in </span> {key.last_four}
      </span>
      {mayCall(me, identityApi.changeApiKey) && (
        <>
          <Button size="sm" aria-label={`Edit ${key.name}`} onClick={() => setOpen('edit')}>
            Edit
          </Button>
          <Button size="sm" aria-label={`Replace ${key.name}`} onClick={() => setOpen('rotate')}>
            Replace
          </Button>
        </>
      )}
      {mayCall(me, identityApi.deleteApiKey) && (
        <Button
          size="sm"
          variant="danger"
          busy={revoke.isPending}
          aria-label={`Revoke ${key.name}`}
          onClick={() => confirmRemoval()}
        >
          Revoke
        </Button>
      )}
      {open === 'edit' && <EditApiKey of={key} onClose={() => setOpen(null)} />}
      {open === 'rotate' && <RotateApiKey of={key} onClose={() => setOpen(null)} />}
    </li>
  )
}

/** Returns the names of the accounts that the keys belong to, for staff. */
function useAccountNames(keys: readonly ApiKey[]): ReadonlyMap<number, string> {
  const me = useMe()
  const ids = [...new Set(keys.flatMap(({ account_id }) => account_id ?? []))]
  const { data } = useQuery({
    ...endpointQuery(accountsApi.list, { id: ids, limit: ids.length }),
    enabled: isStaff(me) && ids.length > 0 && mayCall(me, accountsApi.list),
  })
  return new Map((data?.accounts ?? []).map(({ id, name }) => [id, name]))
}
