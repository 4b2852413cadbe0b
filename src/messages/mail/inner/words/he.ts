import type { MailWords } from './en.ts'

export const he: MailWords = {
  view: { invoice: 'הצגת החשבונית', credit_note: 'הצגת חשבונית הזיכוי', quote: 'הצגת הצעת המחיר' },
  documents: { invoice: 'חשבונית', deposit: 'חשבונית מקדמה', final: 'חשבונית סופית' },
  kinds: {
    invoice: {
      subject: '{document} {number} מאת {company_name}',
      text: ['מצורפת {the_document} מספר {number} על סך {total}.', 'נא לשלם עד {pay_by}.'],
    },
    credit_note: {
      subject: 'חשבונית זיכוי {number} מאת {company_name}',
      text: [
        'מצורפת חשבונית זיכוי מספר {number} על סך {total}.',
        'היא מתייחסת לחשבונית {corrects}.',
      ],
    },
    quote: {
      subject: 'הצעת מחיר {number} מאת {company_name}',
      text: [
        'מצורפת הצעת מחיר מספר {number} על סך {total}.',
        'עם אישור ההצעה נבקש מקדמה בסך {deposit}.',
        'ההצעה בתוקף עד {valid_until}.',
      ],
    },
    delivery_note: {
      subject: 'תעודת משלוח {number} מאת {company_name}',
      text: ['מצורפת תעודת משלוח מספר {number} עבור המשלוח מתאריך {date}.'],
    },
    payment_notice: {
      subject: 'מועד התשלום של חשבונית {number} הוא {due_date}',
      text: [
        'ברצוננו להזכיר שמועד התשלום של חשבונית {number} הוא {due_date}.',
        'היתרה לתשלום: {due}.',
        'אם כבר שילמתם, אנא התעלמו מהודעה זו.',
      ],
    },
    reminder: {
      subject: 'תזכורת: חשבונית {number}',
      text: [
        'טרם קיבלנו את מלוא התשלום עבור חשבונית {number}.',
        'מועד התשלום היה {due_date}, והיתרה לתשלום היא {due}.',
        'חיובים בגין פיגור: {charges}.',
        'נא לשלם עד {pay_by}.',
        'אם כבר שילמתם, אפשר להתעלם מהודעה זו.',
      ],
    },
    charge_failed: {
      subject: 'התשלום נכשל: חשבונית {number}',
      text: [
        'לא הצלחנו לגבות את התשלום עבור חשבונית {number} מ‑{method}.',
        'היתרה לתשלום היא {due}.',
        'ננסה שוב בתאריך {collect_on} או זמן קצר לאחר מכן.',
        'אפשר גם לשלם בכל עת בעמוד החשבונית.',
      ],
    },
    mandate_copy: {
      subject: 'הרשאת החיוב SEPA {mandate}',
      text: [
        'זהו עותק של ההרשאה {mandate} שחתמתם עליה ב-{date} לחשבון {method}.',
        'אפשר לבטל אותה בכל עת בדף החשבונית.',
      ],
    },
    receipt: {
      subject: 'התקבל תשלום עבור חשבונית {number}',
      text: ['תודה. קיבלנו את התשלום בסך {amount} עבור חשבונית {number}.', 'יתרה לתשלום: {due}.'],
    },
    statement: {
      subject: 'דף חשבון מאת {company_name}',
      text: ['מצורף דף החשבון שלכם לתקופה {period}.'],
    },
    renewal_notice: {
      subject: 'החשבונית הבאה מאת {company_name}',
      text: ['בתאריך {date} נחייב אתכם בסך {total}.', 'אין צורך לעשות דבר.'],
    },
  },
}
