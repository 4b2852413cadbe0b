import type { MailWords } from './en.ts'

export const ar: MailWords = {
  view: {
    invoice: 'عرض الفاتورة',
    credit_note: 'عرض الإشعار الدائن',
    quote: 'الاطلاع على عرض السعر',
  },
  documents: { invoice: 'الفاتورة', deposit: 'فاتورة الدفعة المقدمة', final: 'الفاتورة النهائية' },
  kinds: {
    invoice: {
      subject: '{document} {number} من {company_name}',
      text: [
        'نرفق لكم {the_document} رقم {number} بمبلغ {total}.',
        'نرجو السداد في موعد أقصاه {pay_by}.',
      ],
    },
    credit_note: {
      subject: 'الإشعار الدائن {number} من {company_name}',
      text: [
        'نرفق لكم الإشعار الدائن رقم {number} بمبلغ {total}.',
        'وهو يخص الفاتورة رقم {corrects}.',
      ],
    },
    quote: {
      subject: 'عرض السعر {number} من {company_name}',
      text: [
        'نرفق لكم عرض السعر رقم {number} بمبلغ {total}.',
        'نطلب دفعة مقدمة قدرها {deposit} عند قبول العرض.',
        'عرض السعر ساري حتى {valid_until}.',
      ],
    },
    delivery_note: {
      subject: 'إشعار التسليم {number} من {company_name}',
      text: ['نرفق لكم إشعار التسليم رقم {number} الخاص بالتسليم بتاريخ {date}.'],
    },
    payment_notice: {
      subject: 'موعد سداد الفاتورة {number} هو {due_date}',
      text: [
        'نود تذكيركم بأن موعد سداد الفاتورة رقم {number} هو {due_date}.',
        'المبلغ المتبقي {due}.',
        'إذا كنتم قد سددتم المبلغ، فيرجى تجاهل هذه الرسالة.',
      ],
    },
    reminder: {
      subject: 'تذكير بالفاتورة {number}',
      text: [
        'لم يصلنا بعد كامل مبلغ الفاتورة رقم {number}.',
        'كانت مستحقة في {due_date}، والمبلغ المتبقي {due}.',
        'رسوم التأخير: {charges}.',
        'نرجو السداد في موعد أقصاه {pay_by}.',
        'إذا كنتم قد سددتم المبلغ، فيرجى تجاهل هذه الرسالة.',
      ],
    },
    charge_failed: {
      subject: 'تعذّر الدفع: الفاتورة {number}',
      text: [
        'تعذّر علينا تحصيل مبلغ الفاتورة رقم {number} من {method}.',
        'المبلغ المتبقي {due}.',
        'سنعيد المحاولة في {collect_on} أو بعده بقليل.',
        'يمكنكم أيضًا الدفع في أي وقت على صفحة الفاتورة.',
      ],
    },
    mandate_copy: {
      subject: 'تفويض الخصم المباشر SEPA {mandate}',
      text: [
        'هذه نسخة من التفويض {mandate} الذي وقّعتموه في {date} للحساب {method}.',
        'يمكنكم سحبه في أي وقت في صفحة الفاتورة.',
      ],
    },
    receipt: {
      subject: 'تم استلام دفعة الفاتورة {number}',
      text: [
        'شكرًا لكم. استلمنا دفعتكم بمبلغ {amount} عن الفاتورة رقم {number}.',
        'المبلغ المتبقي: {due}.',
      ],
    },
    statement: {
      subject: 'كشف حساب من {company_name}',
      text: ['نرفق لكم كشف حسابكم عن الفترة {period}.'],
    },
    renewal_notice: {
      subject: 'الفاتورة القادمة من {company_name}',
      text: ['سنصدر لكم في {date} فاتورة بمبلغ {total}.', 'لا يلزمكم أي إجراء.'],
    },
  },
}
