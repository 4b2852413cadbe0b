import type { MailWords } from './en.ts'

export const zh: MailWords = {
  view: { invoice: '查看发票', credit_note: '查看贷项通知单', quote: '查看报价单' },
  documents: { invoice: '发票', deposit: '预付款发票', final: '最终发票' },
  kinds: {
    invoice: {
      subject: '{company_name} 的{document} {number}',
      text: ['附件为{the_document} {number}，金额为 {total}。', '请于 {pay_by} 前付款。'],
    },
    credit_note: {
      subject: '{company_name} 的贷项通知单 {number}',
      text: ['附件为贷项通知单 {number}，金额为 {total}。', '对应发票：{corrects}。'],
    },
    quote: {
      subject: '{company_name} 的报价单 {number}',
      text: [
        '附件为报价单 {number}，金额为 {total}。',
        '接受报价后，请支付预付款 {deposit}。',
        '报价单有效期至 {valid_until}。',
      ],
    },
    delivery_note: {
      subject: '{company_name} 的送货单 {number}',
      text: ['附件为 {date} 送货的送货单 {number}。'],
    },
    payment_notice: {
      subject: '发票 {number} 将于 {due_date} 到期',
      text: [
        '谨此提醒，发票 {number} 将于 {due_date} 到期。',
        '未付金额为 {due}。',
        '如您已付款，请忽略此邮件。',
      ],
    },
    reminder: {
      subject: '付款提醒：发票 {number}',
      text: [
        '我们尚未收到发票 {number} 的全部款项。',
        '该发票已于 {due_date} 到期，未付金额为 {due}。',
        '逾期费用：{charges}。',
        '请于 {pay_by} 前付款。',
        '如已付款，请忽略此邮件。',
      ],
    },
    charge_failed: {
      subject: '付款失败：发票 {number}',
      text: [
        '我们未能通过 {method} 收取发票 {number} 的款项。',
        '未付金额为 {due}。',
        '我们将于 {collect_on} 或稍后再次尝试。',
        '您也可以随时在发票页面上付款。',
      ],
    },
    mandate_copy: {
      subject: '您的 SEPA 直接借记授权书 {mandate}',
      text: [
        '这是您于{date}为账户 {method} 签署的授权书 {mandate} 的副本。',
        '您可随时在发票页面撤回。',
      ],
    },
    receipt: {
      subject: '已收到发票 {number} 的付款',
      text: ['谢谢。我们已收到您为发票 {number} 支付的 {amount}。', '未付金额：{due}。'],
    },
    statement: {
      subject: '{company_name} 的对账单',
      text: ['附件为您 {period} 期间的对账单。'],
    },
    renewal_notice: {
      subject: '{company_name} 的下一期发票',
      text: ['我们将于 {date} 向您开具金额为 {total} 的发票。', '您无需进行任何操作。'],
    },
  },
}
