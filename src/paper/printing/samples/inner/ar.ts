import { address, item, type SampleTexts } from './sample-texts.ts'

export const ar: SampleTexts = {
  currency: 'AED',
  taxPercent: 5n,
  seller: {
    name: 'استوديو ريشة ومدّ',
    contactName: 'نورة المرساة',
    email: 'accounts@risha-madd.example',
    phone: '+971 4 555 0142',
    website: 'risha-madd.example',
    taxId: '100123456700003',
    address: address('AE', '١٤ زقاق صانعي الفوانيس', 'دبي', null),
    bankName: 'مصرف المنارة',
    iban: 'AE070331234567890123456',
  },
  buyer: {
    name: 'رحلات خليج اللؤلؤ',
    contactName: 'سالم الأفق',
    email: 'salem@khaleej-lulu.example',
    phone: '+971 2 555 0177',
    taxId: '100765432100003',
    address: address('AE', 'رصيف البوصلة ٣', 'أبوظبي', null),
  },
  items: [
    item('الهوية البصرية', 'الشعار والألوان والخطوط ودليل موجز', '1', 'LS', '8800'),
    item('تصميم الموقع', 'الرئيسية والرحلات والحجز واليوميات', '36.5', 'HUR', '320'),
    item('خرائط مسارات مطبوعة', 'مطوية على ورق ١٢٠ غ غير مصقول', '250', 'H87', '5.40'),
    item('الاستضافة والعناية', 'تحديثات ونسخ احتياطي ومراجعة سنوية', '12', 'MON', '145'),
  ],
  discountReason: 'خصم شريك الانطلاق',
  terms: 'الدفع خلال ١٤ يومًا دون خصم.',
  notes: 'شكرًا لثقتكم بنا في رسم هذا المسار.\nتُشحن الخرائط مع أول مدّ في ديسمبر.',
}
