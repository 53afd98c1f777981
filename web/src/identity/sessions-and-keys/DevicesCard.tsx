import { useQuery } from '@tanstack/react-query'
import { identityApi } from '@waybill/domain/identity/api'
import type { Session } from '@waybill/domain/identity/model'
import { endpointQuery } from '../../kit/api/endpoint-query.ts'
import { useEndpointMutation } from '../../kit/api/use-endpoint-mutation.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { When } from '../../kit/ui/values/Value.tsx'
import styles from '../profile.module.css'

/** List of the user's sessions, each with 'End', and a button to end all others (AUTH-077). */
export function DevicesCard() {
  const query = useQuery(endpointQuery(identityApi.sessions, {}))
  const end = useEndpointMutation(identityApi.endSession, { refresh: [identityApi.sessions] })
  const sessions = query.data?.sessions ?? []
  const others = sessions.filter((one) => !one.is_this_one)
  return (
    <Card
      title="Devices"
      note="Where you are signed in"
      actions={
        others.length > 0 && (
          <Button size="sm" busy={end.isPending} onClick={() => end.mutate({})}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {query.isError && (
        <RegionError what="The devices" thrown={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading />}
      <ul className={styles.devices}>
        {sessions.map((one) => (
          <Device
            key={one.id}
            session={one}
            onEnd={() => end.mutate({ id: one.id })}
            isBusy={end.isPending}
          />
        ))}
      </ul>
    </Card>
  )
}

function Device({ session, onEnd, isBusy }: { session: Session; onEnd: () => void; isBusy: boolean }) {
  return (
    <li className={styles.device}>
      <span>
        <strong>{session.device}</strong>
        <span className={styles.quiet}>
          {session.address && `${session.address} · `}
          {session.is_this_one ? (
            'This device'
          ) : (
            <>
              last used <When at={session.time_last_used} />
            </>
          )}
        </span>
      </span>
      {!session.is_this_one && (
        <Button size="sm" busy={isBusy} aria-label={`End ${session.device}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}
