import { fake_merchant } from '../fakes/gateways/index.ts'

/** Settings of a company that takes payments through every gateway. The fake gateways answer them. */
export const demo_payment_settings: Readonly<Record<string, unknown>> = {
  ...fake_merchant,
  payfast_enabled: true,
  payfast_sandbox: true,
  payment_methods_payfast_topup_enabled: true,
  bobpay_enabled: true,
  bobpay_sandbox: true,
  bobpay_methods: ['card', 'instant-eft', 'capitec-pay', 'pay-shap', 'scan-to-pay'],
  payment_methods_bobpay_topup_enabled: true,
  stitch_enabled: true,
  stitch_methods: ['card', 'pay-by-bank'],
  payment_methods_stitch_topup_enabled: true,
  payment_methods_eft_enabled: true,
  eft_bank_name: 'First National Bank',
  eft_branch_code: '250655',
  eft_account_type: 'Cheque',
  eft_account_number: '62000000000',
  eft_account_holder: 'Fynbos Couriers (Pty) Ltd',
}
