import type { Answer, DecisionModel, DecisionRequest, DecisionResult, Question } from "@graph/models";
import type { FakeDeciderSetup } from "./case-format.ts";

/** The options of every choice question, in the order in which they were asked. */
export type QuestionLog = readonly (readonly string[])[];

/** A decision model that likes certain options, and may answer with nonsense beside the good answer. */
export interface FakeDecider {
  readonly model: DecisionModel;
  readonly asked: QuestionLog;
}

/** Makes the model. The probability of a question is shared equally by those of its options that it likes; without any, by "none". */
export function fakeDecider(setup: FakeDeciderSetup): FakeDecider {
  const asked: string[][] = [];
  const likes = new Set(setup.likes);
  const answer = (question: Question): Answer => {
    if (question.kind !== "choice") return { kind: "refused" };
    const options = [...question.options.keys()];
    asked.push(options);
    return { kind: "choice", probabilities: spoilt(shared(options, likes), setup.also) };
  };
  const model: DecisionModel = {
    id: "fake",
    limits: { maxOptions: 255 },
    async decide(request: DecisionRequest): Promise<DecisionResult> {
      const answers = new Map([...request.questions].map(([name, question]) => [name, answer(question)] as const));
      return { answers, model: "fake" };
    },
  };
  return { model, asked };
}

/** Options of a tool search that are no tool stand for "none". */
const isTool = (option: string): boolean => option.includes("__");

function shared(options: readonly string[], likes: ReadonlySet<string>): Map<string, number> {
  const liked = options.filter((option) => likes.has(option));
  const winners = liked.length > 0 ? liked : options.filter((option) => !isTool(option));
  return new Map(options.map((option) => [option, winners.includes(option) ? 1 / winners.length : 0]));
}

function spoilt(good: Map<string, number>, also: FakeDeciderSetup["also"]): ReadonlyMap<string, number> {
  switch (also) {
    case "nan": {
      const first = [...good.keys()].find((option) => good.get(option) === 0);
      return first === undefined ? good : new Map([...good, [first, Number.NaN]]);
    }
    case "unknown_option":
      return new Map([...good, ["gen__never_offered", 0.9]]);
    case "repeated_option":
      return new RepeatingMap(good);
    default:
      return good;
  }
}

/** Lists its first entry twice, as a careless client of a model would. */
class RepeatingMap extends Map<string, number> {
  override *[Symbol.iterator](): MapIterator<[string, number]> {
    const entries = [...super.entries()];
    yield* entries.slice(0, 1);
    yield* entries;
  }

  override entries(): MapIterator<[string, number]> {
    return this[Symbol.iterator]();
  }
}
