import {
  billing_contact_email,
  billing_contact_name,
  billing_contact_phone,
  invoice_bank_account_holder,
  invoice_bank_account_number,
  invoice_bank_account_type,
  invoice_bank_branch_code,
  invoice_bank_name,
  invoice_company_address,
  invoice_company_name,
  invoice_company_reg_no,
  invoice_company_vat_no,
} from '@waybill/domain/billing/settings'
import { invoice_logo_url } from '@waybill/domain/identity/settings'
import { brandOf } from '../../identity/index.ts'
import type { ExternalContext, BaseContext } from '../../kit/handler.ts'
import type { BankDetails, Supplier } from '../documents/billing-data.ts'

/** Returns the courier company as its documents name it, from the settings of the rates tab (BILL-012). */
export function supplierOf(ctx: BaseContext): Supplier {
  return {
    name: ctx.setting(invoice_company_name),
    address_lines: ctx.setting(invoice_company_address).split('\n').filter(Boolean),
    registration_number: ctx.setting(invoice_company_reg_no),
    vat_number: ctx.setting(invoice_company_vat_no),
    contact_name: ctx.setting(billing_contact_name),
    phone: ctx.setting(billing_contact_phone),
    email: ctx.setting(billing_contact_email),
  }
}

/** Returns the supplier with the invoice logo, as printed on documents (SHELL-006). */
export async function printedSupplier(
  ctx: ExternalContext,
  supplier: Supplier = supplierOf(ctx),
): Promise<Supplier> {
  const { logo } = await brandOf(ctx, invoice_logo_url)
  return logo ? { ...supplier, logo } : supplier
}

/** Returns the bank details with the payment reference; null when the company has set no bank account. */
export function bankOf(ctx: BaseContext, reference: string): BankDetails | null {
  const accountNumber = ctx.setting(invoice_bank_account_number)
  if (!accountNumber) return null
  return {
    account_holder: ctx.setting(invoice_bank_account_holder),
    bank_name: ctx.setting(invoice_bank_name),
    branch_code: ctx.setting(invoice_bank_branch_code),
    account_type: ctx.setting(invoice_bank_account_type),
    account_number: accountNumber,
    reference,
  }
}
