import type { EInvoice } from '../model/document.ts'
import type { Address } from '../model/party.ts'
import { someMeans } from '../rules/payment.ts'
import type { Rule } from '../rules/rule.ts'
import type { Country } from './country.ts'
import { isOther, rulesOf } from './national.ts'

export const ICELAND: Country = { code: 'IS', onPeppol: onPeppol() }

function onPeppol(): readonly Rule[] {
  const { ofSeller, ofBoth } = rulesOf('IS')
  const form = { form: 'kennitala, 0196' }
  const isNumberWrong = ({ registration }: EInvoice['buyer']): boolean =>
    !registration || isOther(registration, ['0196'])
  const isPart = ({ line1, postalCode }: Address): boolean => Boolean(line1 && postalCode)
  const isAccountWrong = (means: string) => (document: EInvoice) =>
    someMeans(document, (it) => it.code === means && !/^[0-9]{12}$/.test(it.account?.id ?? ''))
  return [
    ofSeller('002', ['sellerRegistration', 'companyNumber', form], (it) =>
      isNumberWrong(it.seller),
    ),
    ofSeller('003', ['sellerAddress', 'wholeAddress'], ({ seller }) => !isPart(seller.address)),
    ofBoth('004', ['buyerRegistration', 'companyNumber', form], (it) => isNumberWrong(it.buyer)),
    ofBoth('005', ['buyerAddress', 'wholeAddress'], ({ buyer }) => !isPart(buyer.address)),
    ofSeller('006', 'account', isAccountWrong('9')),
    ofSeller('007', 'account', isAccountWrong('42')),
    ofSeller('008', 'attachment', (it) =>
      it.attachments.some(({ description }) => description === 'EINDAGI'),
    ),
  ]
}
