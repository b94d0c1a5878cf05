import { useQuery } from '@tanstack/react-query';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { ChooseCase } from '@/components/editor/document/choose-case';
import { type FormCase, useFormCase } from '@/components/editor/form/use-form-case';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { proposalsQuery, type RouteAnswers } from '@/lib/queries';
import { createAcceptRuleEdits, createAddRulesEdits, omitExistingRules, ruleLists } from '@/runner/authoring';
import { formatCountWithNoun } from '@/runner/format';
import { isJsonObject, type Json } from '@/runner/values';
import { RuleCard } from './rule-card';

type ProposedRules = Extract<RouteAnswers['GET /api/cases/proposals'], { ok: true }>;

/**
 * Shows the rules that nobody has accepted yet: those written in the case, and those that were inferred from its
 * recorded conversations.
 */
export function ProposalsPane() {
  'use memo';
  const { suiteKey, selected } = useCaseDocument();
  const form = useFormCase();
  const query = useQuery({ ...proposalsQuery(suiteKey, selected?.id ?? ''), enabled: selected !== undefined });
  if (selected === undefined || form === undefined) {
    return <ChooseCase title="Select a case to see which rules its recorded conversations propose." />;
  }
  return (
    <div className="flex flex-col">
      <InferredRulesInFile form={form} />
      {query.data === undefined ? (
        <PendingQuery query={query} className="m-4 h-40" />
      ) : (
        <Proposals data={query.data} form={form} suiteKey={suiteKey} caseId={selected.id} />
      )}
    </div>
  );
}

function InferredRulesInFile({ form }: { form: FormCase }) {
  const rules = ruleLists.flatMap((list) => {
    const rulesOfList = [form.at([list]) ?? []].flat();
    return rulesOfList.flatMap((rule: Json, index) =>
      isJsonObject(rule) && rule.inferred === true ? [{ list, index, rule }] : [],
    );
  });
  if (rules.length === 0) return null;
  return (
    <ul aria-label="Inferred rules in the file">
      {rules.map(({ list, index, rule: { inferred: _, ...rule } }) => (
        <RuleCard
          key={`${list} ${index}`}
          title={list}
          words={JSON.stringify(rule)}
          evidence="In the file but not accepted, so it cannot fail the case."
          readOnly={form.readOnly}
          onAccept={() => form.apply(createAcceptRuleEdits(form, list, index), 'Accept a rule')}
        />
      ))}
    </ul>
  );
}

type ProposalsProps = {
  data: RouteAnswers['GET /api/cases/proposals'];
  form: FormCase;
  suiteKey: string;
  caseId: string;
};

function Proposals({ data, form, suiteKey, caseId }: ProposalsProps) {
  if (!data.ok) return <Notice title="No proposals." details={data.problems} />;
  const open = data.rules.filter(
    ({ add }) => add === undefined || Object.keys(omitExistingRules(form, add)).length > 0,
  );
  if (open.length === 0) return <Notice title="The case has every rule that its conversations propose." />;
  const badCount = data.conversations.filter(({ label }) => label === 'bad').length;
  return (
    <ul aria-label="Proposed rules">
      {open.map(({ kind, words, support, catches, p, add }) => (
        <RuleCard
          key={`${kind} ${words}`}
          title={kind}
          words={words}
          evidence={`From ${formatCountWithNoun(support, 'good conversation')}; catches ${catches.length} of ${badCount} bad ones.${formatChanceTest(p)}`}
          readOnly={form.readOnly}
          onAccept={
            add &&
            (() => form.apply(createAddRulesEdits(form, omitExistingRules(form, add), 'accepted'), 'Accept a rule'))
          }
          explanation={<LabelledConversations data={data} catches={catches} suiteKey={suiteKey} caseId={caseId} />}
        />
      ))}
    </ul>
  );
}

/** Describes the statistical test of a rule. Rules of the kinds *must* and *only* are not tested. */
function formatChanceTest(pValue: number | undefined): string {
  return pValue === undefined ? '' : ` Tested against chance: p = ${pValue.toFixed(3)}.`;
}

type ConversationsProps = { data: ProposedRules; catches: readonly string[]; suiteKey: string; caseId: string };

/** The words for where a label comes from, most reliable origin first. */
const labelTexts = {
  person: '',
  imported_verdict: ', labelled by an imported verdict',
  case_verdict: ', labelled only by the verdict of the case (weak)',
} as const satisfies Readonly<Record<ProposedRules['conversations'][number]['label_from'], string>>;

/**
 * Lists the good conversations that follow the rule and the bad ones that break it, grouped by the origin of their
 * labels.
 */
function LabelledConversations({ data: { conversations }, catches, suiteKey, caseId }: ConversationsProps) {
  const groups = [
    { title: 'Good conversations that follow the rule', all: conversations.filter(({ label }) => label === 'good') },
    {
      title: 'Bad conversations that break the rule',
      all: conversations.filter(({ label, source }) => label === 'bad' && catches.includes(source)),
    },
  ];
  return groups.flatMap(({ title, all }) => {
    if (all.length === 0) return [<RuleSources key={title} title={title} sources={[]} place={{ suiteKey, caseId }} />];
    return Object.entries(labelTexts).flatMap(([origin, words]) => {
      const sources = all.filter((conversation) => conversation.label_from === origin);
      if (sources.length === 0) return [];
      return [<RuleSources key={title + words} title={title + words} sources={sources} place={{ suiteKey, caseId }} />];
    });
  });
}

type SourcesProps = {
  title: string;
  sources: ProposedRules['conversations'];
  place: Pick<ConversationsProps, 'suiteKey' | 'caseId'>;
};

function RuleSources({ title, sources, place: { suiteKey, caseId } }: SourcesProps) {
  return (
    <p className="flex flex-wrap gap-x-2 gap-y-1">
      <span className="text-ink-soft">{title}:</span>
      {sources.length === 0 && <span className="text-ink-faint">none</span>}
      {sources.map(({ source, run_id: runId, attempt }) => (
        <TextLink
          key={source}
          href={`/runs/${runId}?${new URLSearchParams({ suite: suiteKey, case: caseId, attempt: String(attempt) })}`}
        >
          {source}
        </TextLink>
      ))}
    </p>
  );
}
