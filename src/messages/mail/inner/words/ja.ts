import type { MailWords } from './en.ts'

export const ja: MailWords = {
  view: {
    invoice: '請求書を表示',
    credit_note: '返還請求書を表示',
    quote: '見積書を表示',
  },
  documents: { invoice: '請求書', deposit: '前受金請求書', final: '最終請求書' },
  kinds: {
    invoice: {
      subject: '{document} {number}（{company_name}）',
      text: [
        '{the_document} {number}（{total}）をお送りいたします。',
        '{pay_by}までにお支払いくださいますようお願いいたします。',
      ],
    },
    credit_note: {
      subject: '返還請求書 {number}（{company_name}）',
      text: ['返還請求書 {number}（{total}）をお送りいたします。', '対象の請求書：{corrects}'],
    },
    quote: {
      subject: '見積書 {number}（{company_name}）',
      text: [
        '見積書 {number}（{total}）をお送りいたします。',
        'ご発注の際は、前受金として{deposit}をお支払いください。',
        'お見積りの有効期限：{valid_until}',
      ],
    },
    delivery_note: {
      subject: '納品書 {number}（{company_name}）',
      text: ['{date}納品分の納品書 {number} をお送りいたします。'],
    },
    payment_notice: {
      subject: '請求書 {number} のお支払期日は {due_date} です',
      text: [
        '請求書 {number} のお支払期日（{due_date}）が近づいておりますので、ご案内いたします。',
        '未払額は {due} です。',
        '行き違いでお支払い済みの場合は、ご容赦ください。',
      ],
    },
    reminder: {
      subject: 'お支払いのお願い：請求書 {number}',
      text: [
        '請求書 {number} のお支払いの全額をまだ確認できておりません。',
        'お支払期限は{due_date}、未払額は{due}です。',
        '遅延に伴う費用：{charges}',
        '{pay_by}までにお支払いくださいますようお願いいたします。',
        '行き違いでお支払い済みの場合は、ご容赦ください。',
      ],
    },
    charge_failed: {
      subject: 'お支払いの失敗：請求書 {number}',
      text: [
        '請求書 {number} の代金を{method}から引き落とすことができませんでした。',
        '未払額は{due}です。',
        '{collect_on}またはその直後に再度お引き落としいたします。',
        '請求書のページでいつでもお支払いいただくこともできます。',
      ],
    },
    mandate_copy: {
      subject: 'SEPA口座振替依頼書 {mandate}',
      text: [
        '{date}に口座{method}についてご署名いただいた依頼書{mandate}の控えをお送りいたします。',
        '請求書のページでいつでも取り消せます。',
      ],
    },
    receipt: {
      subject: '請求書 {number} のお支払いを確認しました',
      text: ['請求書 {number} について{amount}のお支払いを確認いたしました。', '未払額：{due}'],
    },
    statement: {
      subject: '取引明細書（{company_name}）',
      text: ['{period}の取引明細書をお送りいたします。'],
    },
    renewal_notice: {
      subject: '次回のご請求について（{company_name}）',
      text: ['{date}に{total}をご請求いたします。', 'お手続きは不要です。'],
    },
  },
}
