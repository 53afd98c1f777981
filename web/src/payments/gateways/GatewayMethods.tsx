import { useQuery } from '@tanstack/react-query'
import { paymentsApi } from '@waybill/domain/payments/api'
import { method_texts } from '@waybill/domain/payments/gateway-list'
import { readableWord } from '@waybill/domain/kit/setting-control'
import { endpointQuery } from '../../kit/api/index.ts'
import { RegionError } from '../../kit/ui/states/States.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import styles from './gateway-methods.module.css'

/**
 * The payment methods of an account with Bob Pay and whether each is active there, so that staff see why one is not
 * offered (PAY-012). `accountCode` is the stored one; nothing is displayed without it.
 */
export function GatewayMethods({ accountCode }: { accountCode: string }) {
  const query = useQuery({
    ...endpointQuery(paymentsApi.publicMethods, { account_code: accountCode }),
    enabled: accountCode !== '',
  })
  if (query.isError)
    return (
      <RegionError
        thrown={query.error}
        what="The payment methods of Bob Pay"
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data) return null
  const { payment_methods: methods } = query.data
  return (
    <section className={styles.methods} aria-labelledby="gateway-methods">
      <h3 id="gateway-methods" className={styles.title}>
        Payment methods of Bob Pay account {accountCode}
      </h3>
      {methods.length === 0 ? (
        <p>Bob Pay did not list its payment methods. None of them is offered until it does.</p>
      ) : (
        <ul className={styles.list}>
          {methods.map(({ name, status }) => (
            <li key={name}>
              {methodLabel(name)}{' '}
              <StatusBadge
                family={status === 'active' ? 'green' : 'grey'}
                label={readableWord(status)}
                size="compact"
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Returns the label of a method that the product knows, otherwise the word of the gateway. */
function methodLabel(name: string): string {
  const texts: Readonly<Record<string, { label: string }>> = method_texts
  return texts[name]?.label ?? readableWord(name)
}
