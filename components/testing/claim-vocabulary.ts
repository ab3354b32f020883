import type { Claims } from '@/lib/contract/situation';
import type { Language } from '@/lib/contract/languages';

type Vocabulary = { [K in keyof Claims]: [value: Claims[K], texts: RegExp][] };

/**
 * A text that matches one of these makes the claim, whatever its attributes say. A claim's texts must not appear under
 * another value of the same claim.
 */
export const claimVocabulary: Record<Language, Vocabulary> = {
  en: {
    whoPays: [
      ['partner', /\bon us\b|\bwe pay\b|not need to buy/i],
      ['customer', /can(not)? (buy|pay)|you bought|you paid/i],
      ['undecided', /our (answer|decision)|not decided/i],
    ],
    whoActs: [
      [
        'customer',
        /(start it|continue) (at|from|there)|request the full migration (below|on)|connect both|please (open|start)/i,
      ],
      ['staff', /we are deciding/i],
      ['service', /is being (copied|undone|removed)|is running/i],
    ],
    finished: [[true, /is complete\b|start working/i]],
  },
  de: {
    whoPays: [
      ['partner', /wir übernehmen die Kosten|nicht kaufen/i],
      ['customer', /Kosten .*nicht übernehmen|kaufen(?<!nicht kaufen)|gekauft/i],
      ['undecided', /unsere (Antwort|Entscheidung)|noch nicht entschieden/i],
    ],
    whoActs: [
      ['customer', /Weiter zum|(starten|fragen|verbinden|melden) Sie|geht es .*weiter/i],
      ['staff', /wir prüfen/i],
      ['service', /wird rückgängig|werden (vollständig|entfernt)|Testmigration läuft/i],
    ],
    finished: [[true, /ist abgeschlossen|loslegen/i]],
  },
  fr: {
    whoPays: [
      ['partner', /nous prenons en charge|n’avez pas à l’acheter/i],
      ['customer', /pouvez l’acheter|avez acheté|ne pouvons pas prendre en charge/i],
      ['undecided', /notre (réponse|décision)|en attente de décision/i],
    ],
    whoActs: [
      [
        'customer',
        /continuez (chez|sur)|connectez les deux|lancez-la|lancez la migration|demandez la migration complète|rendez-vous sur/i,
      ],
      ['staff', /nous étudions/i],
      ['service', /(est|sont) en cours/i],
    ],
    finished: [[true, /complète est terminée|commencer à travailler/i]],
  },
  es: {
    whoPays: [
      ['partner', /corre por nuestra cuenta|no necesitas comprarla/i],
      ['customer', /puedes comprarla|has comprado|no podemos asumir/i],
      ['undecided', /nuestra (respuesta|decisión)|aún no hay una decisión/i],
    ],
    whoActs: [
      ['customer', /continúa en|conecta las dos|iníciala|inicia la migración|solicita la migración completa/i],
      ['staff', /estamos evaluando/i],
      ['service', /está en curso|se están copiando|se está revirtiendo|se están eliminando/i],
    ],
    finished: [[true, /completa ha finalizado|empezar a trabajar/i]],
  },
  'pt-BR': {
    whoPays: [
      ['partner', /por nossa conta|não precisa comprá-la/i],
      ['customer', /pode comprá-la|você comprou|não podemos cobrir/i],
      ['undecided', /nossa (resposta|decisão)|ainda está em análise/i],
    ],
    whoActs: [
      ['customer', /continue no site|conecte as duas|inicie-a|inicie a migração|solicite a migração completa/i],
      ['staff', /estamos analisando/i],
      ['service', /está em andamento|sendo (copiados|desfeita|removidos)/i],
    ],
    finished: [[true, /completa foi concluída|começar a trabalhar/i]],
  },
  nl: {
    whoPays: [
      ['partner', /is voor onze rekening|hoeft de migratie niet te kopen/i],
      ['customer', /kunt? [^.]*kopen|gekocht|niet voor onze rekening/i],
      ['undecided', /ons (antwoord|besluit)|nog niet besloten/i],
    ],
    whoActs: [
      ['customer', /ga (dan |daar )?verder|koppel beide|start die dan|start dan de volledige|vraag dan hieronder/i],
      ['staff', /wij beoordelen/i],
      ['service', /is bezig|loopt bij|worden gekopieerd|wordt ongedaan|worden verwijderd/i],
    ],
    finished: [[true, /migratie is voltooid|aan de slag/i]],
  },
  ja: {
    whoPays: [
      ['partner', /当社が負担します|ご購入の必要はありません/],
      ['customer', /購入できます|購入し、|購入済み|負担いたしかねます/],
      ['undecided', /回答は|決定内容は|検討中です/],
    ],
    whoActs: [
      [
        'customer',
        /サイトに進み、|接続してください|開始してください|リクエストしてください|サイトで続けて|現在のステップは/,
      ],
      ['staff', /当社で検討しています/],
      ['service', /進行中|コピーしています|取り消しています|削除しています/],
    ],
    finished: [[true, /本番移行が完了しました|ツールをご利用いただけます/]],
  },
  ar: {
    whoPays: [
      ['partner', /تكلفة النقل الكامل علينا|لا حاجة إلى شرائه/],
      ['customer', /يمكنك شراؤه|لقد اشتريت|يتعذّر علينا/],
      ['undecided', /سيظهر (ردّنا|قرارنا)|لم نتخذ بعد/],
    ],
    whoActs: [
      ['customer', /يُرجى المتابعة|فيُرجى بدؤه|يمكنك طلب النقل|يمكنك بدء النقل|يمكنك المتابعة/],
      ['staff', /ندرس حاليًا/],
      ['service', /يجري (نسخ|التراجع)|تجري إزالة/],
    ],
    finished: [[true, /اكتمل النقل الكامل|يمكنك بدء العمل/]],
  },
};
