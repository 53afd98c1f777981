import { paymentsApi } from '@waybill/domain/payments/api'
import { gateway_names, gatewayTitle, type GatewayName } from '@waybill/domain/payments/gateway-list'
import { call, sentenceOf, useChange } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import styles from './test-credentials.module.css'

/**
 * Buttons that test each gateway's credentials as entered in the form, saved or not, and display the result. `values`
 * returns the edited settings by key.
 */
export function TestCredentials({ values }: { values: () => Readonly<Record<string, string>> }) {
  const me = useMe()
  if (!mayCall(me, paymentsApi.testCredentials)) return null
  return (
    <div className={styles.tests}>
      {gateway_names.map((gateway) => (
        <Test key={gateway} gateway={gateway} values={values} />
      ))}
    </div>
  )
}

function Test({ gateway, values }: { gateway: GatewayName; values: () => Readonly<Record<string, string>> }) {
  const test = useChange({
    act: () => call(paymentsApi.testCredentials, { gateway, values: { ...values() } }),
  })
  const resultText = test.data?.message ?? (test.error ? sentenceOf(test.error) : null)
  return (
    <div className={styles.test}>
      <Button size="sm" busy={test.isPending} onClick={() => test.mutate()}>
        Test credentials of {gatewayTitle(gateway)}
      </Button>
      <span aria-live="polite" className={test.data?.works ? styles.works : styles.fails}>
        {resultText}
      </span>
    </div>
  )
}
