import { paymentsApi } from '@waybill/domain/payments/api'
import { gateway_names, gatewayTitle } from '@waybill/domain/payments/gateway-list'
import { call } from '../../kit/api/index.ts'
import { ServiceTest, ServiceTests } from '../../kit/form/ServiceTests.tsx'
import { mayCall, useMe } from '../../kit/session/me.ts'

/**
 * Buttons that test each gateway's credentials as entered in the form, saved or not, and display the result. `values`
 * returns the edited settings by key.
 */
export function TestCredentials({ values }: { values: () => Readonly<Record<string, string>> }) {
  const me = useMe()
  if (!mayCall(me, paymentsApi.testCredentials)) return null
  return (
    <ServiceTests>
      {gateway_names.map((gateway) => (
        <ServiceTest
          key={gateway}
          label={`Test credentials of ${gatewayTitle(gateway)}`}
          act={() => call(paymentsApi.testCredentials, { gateway, values: { ...values() } })}
        />
      ))}
    </ServiceTests>
  )
}
