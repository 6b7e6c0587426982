SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA journal;
CREATE FUNCTION public."CardTransaction_count"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE "StatementMark" AS "mark" SET "lines" = "mark"."lines" + "sum"."lines" * TG_ARGV[0]::integer
    FROM (
        SELECT "next"."worldId", "next"."holderId", "next"."bookingDate", "next"."id", COUNT(*)::integer AS "lines"
        FROM "changed" CROSS JOIN LATERAL (
            SELECT "worldId", "holderId", "bookingDate", "id" FROM "StatementMark"
            WHERE "worldId" = "changed"."worldId" AND "holderId" = "changed"."cardAccountId"
                AND ("bookingDate", "id") >= ("changed"."bookingDate", "changed"."id")
            ORDER BY "bookingDate", "id" LIMIT 1
        ) AS "next"
        GROUP BY 1, 2, 3, 4
    ) AS "sum"
    WHERE "mark"."worldId" = "sum"."worldId" AND "mark"."holderId" = "sum"."holderId"
        AND "mark"."bookingDate" = "sum"."bookingDate" AND "mark"."id" = "sum"."id";
    RETURN NULL;
END $$;
CREATE FUNCTION public."Transaction_count"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE "StatementMark" AS "mark" SET "lines" = "mark"."lines" + "sum"."lines" * TG_ARGV[0]::integer
    FROM (
        SELECT "next"."worldId", "next"."holderId", "next"."bookingDate", "next"."id", COUNT(*)::integer AS "lines"
        FROM "changed" CROSS JOIN LATERAL (
            SELECT "worldId", "holderId", "bookingDate", "id" FROM "StatementMark"
            WHERE "worldId" = "changed"."worldId" AND "holderId" = "changed"."accountId"
                AND ("bookingDate", "id") >= ("changed"."bookingDate", "changed"."id")
            ORDER BY "bookingDate", "id" LIMIT 1
        ) AS "next"
        GROUP BY 1, 2, 3, 4
    ) AS "sum"
    WHERE "mark"."worldId" = "sum"."worldId" AND "mark"."holderId" = "sum"."holderId"
        AND "mark"."bookingDate" = "sum"."bookingDate" AND "mark"."id" = "sum"."id";
    RETURN NULL;
END $$;
SET default_tablespace = '';
CREATE TABLE journal.batch (
    id bigint NOT NULL,
    day integer NOT NULL,
    messages bytea NOT NULL
)
PARTITION BY LIST (day);
SET default_table_access_method = heap;
CREATE TABLE journal.batch_20780 (
    id bigint NOT NULL,
    day integer NOT NULL,
    messages bytea NOT NULL
);
CREATE TABLE journal.call (
    place bigint NOT NULL,
    world text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    door text NOT NULL COLLATE pg_catalog."C",
    operation text COLLATE pg_catalog."C",
    "tppId" text COLLATE pg_catalog."C",
    method text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL COLLATE pg_catalog."C",
    "requestId" text COLLATE pg_catalog."C",
    status integer NOT NULL,
    code text COLLATE pg_catalog."C",
    "durationMs" double precision NOT NULL,
    cause text COLLATE pg_catalog."C",
    day integer NOT NULL
)
PARTITION BY LIST (day);
CREATE TABLE journal.call_20780 (
    place bigint NOT NULL,
    world text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    door text NOT NULL COLLATE pg_catalog."C",
    operation text COLLATE pg_catalog."C",
    "tppId" text COLLATE pg_catalog."C",
    method text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL COLLATE pg_catalog."C",
    "requestId" text COLLATE pg_catalog."C",
    status integer NOT NULL,
    code text COLLATE pg_catalog."C",
    "durationMs" double precision NOT NULL,
    cause text COLLATE pg_catalog."C",
    day integer NOT NULL
);
CREATE TABLE journal.loss (
    id bigint NOT NULL,
    world text NOT NULL COLLATE pg_catalog."C",
    first bigint NOT NULL,
    last bigint NOT NULL,
    calls bigint NOT NULL
);
ALTER TABLE journal.loss ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME journal.loss_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE journal.state (
    version integer NOT NULL,
    batches bigint NOT NULL
);
CREATE TABLE public."AccessCount" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    "accountId" text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    calls integer NOT NULL
);
CREATE TABLE public."Account" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "ownerId" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    bban text NOT NULL COLLATE pg_catalog."C",
    iban text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    product text NOT NULL COLLATE pg_catalog."C",
    "cashAccountType" text NOT NULL COLLATE pg_catalog."C",
    "creditLine" integer NOT NULL,
    "bookedMinor" bigint NOT NULL,
    "reservedMinor" bigint DEFAULT 0 NOT NULL,
    "expectedOffsetMinor" bigint DEFAULT 0 NOT NULL,
    "demandsKid" boolean DEFAULT false NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Agreement" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "ownerId" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    automatic boolean NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Authorisation" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "tppName" text NOT NULL COLLATE pg_catalog."C",
    purpose text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    "resourceId" text COLLATE pg_catalog."C",
    "customerId" text COLLATE pg_catalog."C",
    context text COLLATE pg_catalog."C",
    "agreementId" text COLLATE pg_catalog."C",
    "redirectUri" text NOT NULL COLLATE pg_catalog."C",
    "redirectPreferred" boolean NOT NULL,
    "sessionId" text COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C",
    "expiresAt" text NOT NULL COLLATE pg_catalog."C",
    "finishedAt" text COLLATE pg_catalog."C",
    "wrongNumbers" integer DEFAULT 0 NOT NULL,
    "revokesAfter" text COLLATE pg_catalog."C"
);
CREATE TABLE public."Booking" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "debitId" text NOT NULL COLLATE pg_catalog."C",
    "creditId" text NOT NULL COLLATE pg_catalog."C",
    "amountMinor" bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    "paymentId" text COLLATE pg_catalog."C",
    "bookedAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."CardAccount" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "ownerId" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    "maskedPan" text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    product text NOT NULL COLLATE pg_catalog."C",
    "creditLine" integer NOT NULL,
    "bookedMinor" bigint NOT NULL,
    "reservedMinor" bigint DEFAULT 0 NOT NULL,
    "expectedOffsetMinor" bigint DEFAULT 0 NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."CardTransaction" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "cardAccountId" text NOT NULL COLLATE pg_catalog."C",
    "bookingDate" text NOT NULL COLLATE pg_catalog."C",
    "valueDate" text NOT NULL COLLATE pg_catalog."C",
    "transactionDate" text COLLATE pg_catalog."C",
    "amountMinor" bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    "originalAmountMinor" bigint NOT NULL,
    "originalCurrency" text NOT NULL COLLATE pg_catalog."C",
    "cardAcceptorId" text COLLATE pg_catalog."C",
    "cardAcceptorName" text COLLATE pg_catalog."C",
    "merchantCategoryCode" text COLLATE pg_catalog."C",
    "transactionDetails" text COLLATE pg_catalog."C",
    invoiced boolean,
    "currencyExchange" text COLLATE pg_catalog."C",
    "proprietaryBankTransactionCode" text COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Consent" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "tppName" text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    context text NOT NULL COLLATE pg_catalog."C",
    "agreementId" text NOT NULL COLLATE pg_catalog."C",
    "grantedAt" text NOT NULL COLLATE pg_catalog."C",
    "revokedAt" text COLLATE pg_catalog."C",
    "revokesAt" text COLLATE pg_catalog."C"
);
CREATE TABLE public."ConsentAccount" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "consentId" text NOT NULL COLLATE pg_catalog."C",
    "accountId" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."ConsentCardAccount" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "consentId" text NOT NULL COLLATE pg_catalog."C",
    "cardAccountId" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."ContactInformation" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    emails text NOT NULL COLLATE pg_catalog."C",
    "updatedAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Customer" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "psuId" text NOT NULL COLLATE pg_catalog."C",
    "customerNumber" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Engagement" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "agreementId" text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    "accountId" text NOT NULL COLLATE pg_catalog."C",
    roles text NOT NULL COLLATE pg_catalog."C",
    "registerLimit" integer NOT NULL,
    "approvalLimit" integer NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Execution" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "paymentId" text NOT NULL COLLATE pg_catalog."C",
    date text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    failure text COLLATE pg_catalog."C",
    "executedAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."FixtureEntry" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    key text COLLATE pg_catalog."C",
    life text COLLATE pg_catalog."C"
);
CREATE TABLE public."FixturePart" (
    "uploadId" text NOT NULL COLLATE pg_catalog."C",
    place integer NOT NULL,
    list text COLLATE pg_catalog."C",
    text text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."FixtureUpload" (
    id text NOT NULL COLLATE pg_catalog."C",
    caller text NOT NULL COLLATE pg_catalog."C",
    characters integer NOT NULL,
    "expiresAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."MachineTime" (
    id text NOT NULL COLLATE pg_catalog."C",
    "latestAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Payment" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "tppName" text NOT NULL COLLATE pg_catalog."C",
    service text NOT NULL COLLATE pg_catalog."C",
    product text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    context text NOT NULL COLLATE pg_catalog."C",
    "agreementId" text NOT NULL COLLATE pg_catalog."C",
    "debtorAccountId" text NOT NULL COLLATE pg_catalog."C",
    "debtorIban" text COLLATE pg_catalog."C",
    "debtorBban" text COLLATE pg_catalog."C",
    "debtorCurrency" text NOT NULL COLLATE pg_catalog."C",
    "totalMinor" bigint NOT NULL,
    "reservedMinor" bigint DEFAULT 0 NOT NULL,
    "ultimateDebtor" text COLLATE pg_catalog."C",
    "paymentInformationId" text COLLATE pg_catalog."C",
    "requestedExecutionDate" text COLLATE pg_catalog."C",
    "executionDate" text COLLATE pg_catalog."C",
    "startDate" text COLLATE pg_catalog."C",
    "endDate" text COLLATE pg_catalog."C",
    frequency text COLLATE pg_catalog."C",
    "executionRule" text COLLATE pg_catalog."C",
    "dayOfExecution" integer,
    "monthsOfExecution" text COLLATE pg_catalog."C",
    "fundsAvailable" boolean,
    "duplicateKey" text NOT NULL COLLATE pg_catalog."C",
    "basketId" text COLLATE pg_catalog."C",
    "forcedStatus" text COLLATE pg_catalog."C",
    "forcedReason" text COLLATE pg_catalog."C",
    "dueAt" text COLLATE pg_catalog."C",
    history text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C",
    "changedAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."PaymentEntry" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "paymentId" text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    "amountMinor" bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    "debitMinor" bigint NOT NULL,
    "feeMinor" bigint NOT NULL,
    "creditorName" text NOT NULL COLLATE pg_catalog."C",
    "creditorIban" text COLLATE pg_catalog."C",
    "creditorBban" text COLLATE pg_catalog."C",
    "creditorCurrency" text NOT NULL COLLATE pg_catalog."C",
    "creditorAccountId" text COLLATE pg_catalog."C",
    "creditorAgent" text COLLATE pg_catalog."C",
    "creditorAddress" text COLLATE pg_catalog."C",
    "endToEndId" text COLLATE pg_catalog."C",
    "remittanceInformationUnstructured" text COLLATE pg_catalog."C",
    "remittanceInformationStructured" text COLLATE pg_catalog."C",
    "purposeCode" text COLLATE pg_catalog."C",
    failure text COLLATE pg_catalog."C"
);
CREATE TABLE public."Request" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "requestId" text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    status integer NOT NULL,
    headers text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Scenario" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    scenario text NOT NULL COLLATE pg_catalog."C",
    "tppId" text COLLATE pg_catalog."C",
    operation text COLLATE pg_catalog."C",
    "customerNumber" text COLLATE pg_catalog."C",
    "creditorAccount" text COLLATE pg_catalog."C",
    times integer,
    probability integer,
    seed integer NOT NULL,
    asked integer DEFAULT 0 NOT NULL,
    used integer DEFAULT 0 NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Secret" (
    name text NOT NULL COLLATE pg_catalog."C",
    sealed text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."SigningBasket" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    context text NOT NULL COLLATE pg_catalog."C",
    "agreementId" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Snapshot" (
    "worldName" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    "contentId" text NOT NULL COLLATE pg_catalog."C",
    "takenAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."StatementMark" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "holderId" text NOT NULL COLLATE pg_catalog."C",
    "bookingDate" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    lines integer NOT NULL
);
CREATE TABLE public."Tpp" (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    "firstCalledAt" text COLLATE pg_catalog."C"
);
CREATE TABLE public."Transaction" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "accountId" text NOT NULL COLLATE pg_catalog."C",
    "bookingDate" text NOT NULL COLLATE pg_catalog."C",
    "valueDate" text NOT NULL COLLATE pg_catalog."C",
    "amountMinor" bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    "creditorName" text COLLATE pg_catalog."C",
    "creditorIban" text COLLATE pg_catalog."C",
    "creditorBban" text COLLATE pg_catalog."C",
    "creditorCurrency" text COLLATE pg_catalog."C",
    "creditorAgent" text COLLATE pg_catalog."C",
    "creditorId" text COLLATE pg_catalog."C",
    "ultimateCreditor" text COLLATE pg_catalog."C",
    "debtorName" text COLLATE pg_catalog."C",
    "debtorIban" text COLLATE pg_catalog."C",
    "debtorBban" text COLLATE pg_catalog."C",
    "debtorCurrency" text COLLATE pg_catalog."C",
    "debtorAgent" text COLLATE pg_catalog."C",
    "ultimateDebtor" text COLLATE pg_catalog."C",
    "endToEndId" text COLLATE pg_catalog."C",
    "remittanceInformationUnstructured" text COLLATE pg_catalog."C",
    "remittanceInformationUnstructuredArray" text COLLATE pg_catalog."C",
    "remittanceInformationStructuredArray" text COLLATE pg_catalog."C",
    "currencyExchange" text COLLATE pg_catalog."C",
    "bankTransactionCode" text COLLATE pg_catalog."C",
    "proprietaryBankTransactionCode" text COLLATE pg_catalog."C",
    "purposeCode" text COLLATE pg_catalog."C",
    "paymentId" text COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."World" (
    id text NOT NULL COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C",
    "clockOffsetMs" bigint DEFAULT 0 NOT NULL,
    "frozenAt" text COLLATE pg_catalog."C",
    "nextDueAt" text COLLATE pg_catalog."C",
    "wakesAt" text COLLATE pg_catalog."C",
    "lockedBy" text COLLATE pg_catalog."C",
    "lockedUntil" text COLLATE pg_catalog."C",
    "lockedFor" text COLLATE pg_catalog."C",
    "advanceFrom" text COLLATE pg_catalog."C",
    "advanceTo" text COLLATE pg_catalog."C",
    "discardedAt" text COLLATE pg_catalog."C",
    "expiresAt" text COLLATE pg_catalog."C",
    source text COLLATE pg_catalog."C",
    "imageId" text COLLATE pg_catalog."C",
    "hasScenarios" boolean DEFAULT false NOT NULL
);
CREATE TABLE public._prisma_migrations (
    id character varying(36) NOT NULL,
    checksum character varying(64) NOT NULL,
    finished_at timestamp with time zone,
    migration_name character varying(255) NOT NULL,
    logs text,
    rolled_back_at timestamp with time zone,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_steps_count integer DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY journal.batch ATTACH PARTITION journal.batch_20780 FOR VALUES IN (20780);
ALTER TABLE ONLY journal.call ATTACH PARTITION journal.call_20780 FOR VALUES IN (20780);
INSERT INTO journal.batch_20780 VALUES (1, 20780, '\x7591516fda301485ff8a759f36c9a671429226551f58c836a4522a42b575044d26b91959834d6dd38ea2fcf729a1dad0a4bdd9d73edf3df7dce5124649926619f9329bdf8cc9341d4f46df170f7729f9301b3f90f12cb99fa6b70b32bfbf4933a0b05c0105ee3840e198c3d31ef521873887edde0a5b2b498ea4d288af9834aa78244722d50b6989419b152885aed53bf37688499ee75062230e57646bae7977a5c4d65b3431f1de9323a94bd2923687b66bcaa353d3525891437ccce1acd3a920d54befc675dc8071ce5c6fe1f2d80f628f0f1c8f7fcba1a5399c9939c9eab257395cb88e0822c6715db0d00b43b61e0e7d5695bce2dce1dc8d821cdab677e30285cfcad8ce991b0e9c8133e0b137f47d1f28244a4a2cba3c8042d12883a7a24569d90dca1f76f327c65151e0aec388ddaea98b3ec58b9f46494a2cfeb217f8dc898cd528b66794c561d741ff150185d1de6e94ae5f7b52b7b24d5d9628bbc5cdb142ad51b33bd5d4c5012848c5f45b11287c658992bdc90ecf66bb6e04d37f33b2aeaafecb472db6e76fd9689acee6934f93dbce9e2836d853b46a4e7c63953e9fff3fceaf48b111daa0bddedb8a5d02854cc8722de4239be3d31efba8ffaec88b862cf4d62ebb5c573e737911455ee0b9810861b5fa0d');
INSERT INTO journal.batch_20780 VALUES (2, 20780, '\x7591db8eda3010865fc51df5622bc5d4ce0108552fb290b6489c94b06a570455c6719674c1ce3a4e258a78f7ca012ab66aefc633fff7cfc1ab1544c3619ca6e8eb3c998cd0341e8da3efcbc7458ceee7a347349a0f1fa6f16c899287499c8203ab35384003020e1c337869843e6430b844685137e3fcee2d6f6aa3f642cf9afd46e8014a8d2ee5d39b77e888aea5bb6b70d5fc05596d65ddd0099d327032f8c974c9363b5167303866f09a6f67a01ef1428f86611064703a8103bdcb9c3933ec35767eb51d5a96d03ee76e4071e113827b8410dc2784e26ecf239e5bd0d0cb7d6b6a5da90f0e7c51b5b1b1dbeb900ee9d081e70741000e0c9594829b52497080ef542dce4923a4c113219fccf6cf0923ce45656d5855ed4ace2cf5fe47dda243255b6479a8acc33f145163b64a97bf5accfecdb6cc7321ed0fa54ce61b269ff1fd011c782e6d8f4414426ba1f142ed4a6ef352617d498203dff06d4b3cafec34752bab655914ade493667b71534ba3693c4fc69fc733bb25e35bd1ba68b53bfbd746e9db03fc679b0f886f99ae85f9d89802f76f3748c44b23da5b13ca5cc2ba21760b5fe09e4f5ccc36d4c7dd2010412ebcaecf7358af7f03');
INSERT INTO journal.batch_20780 VALUES (3, 20780, '\xb557e9afa34612ff572cbe3e33e6303e261a45dd5cc636606ec3bc2882a60d98f30136d851fef795fde6259368b3d95d299f4075feaabaaabafaeb57c2d41d5b9c78bab91726961288135e346d455278608b134b9135603ba638111459b4ec89a9ef456b628a86a398a2f0f3460482685a93f7efcf926eaac07ef00f7be04f545150c0cfb67f10275017fc89e93c942d5ed480a9e8c494f8fa133125186a4d4c895f5e89aceafaf6827a1c83b2be54fd2bf1f9975722fcf87f25688afa4451afc4f4954097b6c515babd129f5f094ddfbd12bf3ea82d8eb3be6eb5b0c44f8e5e8413ad6ee332acaa77bd6f1200a1df5d6451587d3344af688e62e7144351f4e23f788a71d4d7ed5f5961b9772b3445d17f89f757624a2c39ea3df626bc95b8ea95f88983a243860a176b92a5d60cb96456211971144dce97f4923a850b6671424f707d1b565d88faacaeac3eec2fdd53dde45de1cf6c09e307f38f09fd9b747e675dc258a9e20c857dddbe129f4f61d1e1e92bd1741715775d98bca7fb50e0b0c393b069dafa8a277d9a75936f914db26a72ab2fed240aabfcd313ddcf4556e5df4075b838bdc34b5bfcf87b2566577af64db99b55753be0240b2b32ae4bdcf51922df0f9b7c823ce1b69bfdd759bbe2367af8fdfa4ac8a2fdc422887bd1165f899f1e65d47da4f29757e29f8533fb70357d25fe8cea1d0a0a4d1c672d46dfdae1773c1d0aff10f28a5c728b2519ad6244d26815af315a53f47af98cefaf8cff5635ff7ca8e1a54feb36ebc247b5fef1b4fe47e8bf3e5a87658829b1a9bb9e981234b3fc447da23ed19fd939c771c494e0ebaac2cfbe20a6042aea0ebf137b5cf5e41e57499ffe367a0042b87998099ba67894785657b3735757dfa9d8b7e661e1df480861ffe0a875359d30ec44abaf138662161386fecc2d3eb3dc44566d624a0859829f58ad0d20196ef1453732250496979494c531b5a3be0591148d2165dc42bc3502a69b356101e4d3127d21a6c448864f98e4291b892951d5d5c3ab7d389016eebaacae484520a6448c31cd507386e4d6278a9c876b8a5ce12547721833abc5296269b422a6c4c17248e54082386e71d77d9fc10fe6c31845af1062389a3ccd298a5c521445ae288a26174b96629913bd66e3f907882ca9c2fed26292c76d9f9d1e697ca645514478e67970592460502048142328a95992b2d1cbacec7a56b06f9d73b8db408349fe96e699bc1e28088c4e0202dcab4637f0862fb886218bc356b7ef2256e12003da11f964701d46ba04f2368dcaae5324b340ac99f91ed72aa264abe630c8c9535710a066fb1e97fba574096f82506e8222da6885226a5085f3a3602b8c6a8b37f5ae8c9aed8f1a5d3f68ec9f6883658b7b15e44fff3055793b5f8d820df630d15c086a15cad239f29c712380f049934555a4a16d8adc61ef04b66151a37a5629cdf6595dc8bfd3553f74872411331550326fbdc99612b1822142603800cc15280ce0c1df815a81c0e0cf15b7a106d7c7f4f1be77f374d722b7981b2bbbdbbd0d43da6b791e1b76af8429932cbba6de6de2fee57a72f95eb8cbf156bde8fdb58aa0ef6f2865391c37becb6c0ede58e115d2b9517951b4623f3ba5798ca3cd582eb8458bca2877e7bc556772c0d9b317c68001931dfaeb91ef4b1adc5ed2ede0541bba34cc9aef155dd51127dae86cda8e672db81a0d073ca886e4e0b96f614372809b680d2fcbe50eec16dbe0b2e4cef2985e5879078bbc186fd6ca9a250ded5d474a2bcf3286e53d3f7875cacc2beb25a65737965d1bc949119bf4e57671bc468905cf124ea14dbb4eb33dab0265b88c1ba266b9145bcbd5dbfe2695f97ef5e226b7263c276f709d66ac628a94d9666f5d2081448500c8e704a321c1c620005f704dca06c6660681320001e88fb3dd182b084e2b110295871d18368f3a35291d425f9484ee4477eef1e56ceac24bb362a5c32e10fdcb6ee3892a5c3dea275606c357610824ade6b33d7db00f66b3d4c3c04f0fdb7c38cceb32d75445166092b430112568200806935537cec0035f8680d7cd44842a54659818e09cfb109ec1162648040a2703c3e755c978f29220a9c019ee54de1f44c3df40c0c39247102483ec489a71a4e15685a20c07033c650d558505b41d690d2d63f0cdb2b8f81e778fe5a2436c71098e46b2db6869549a59c4268d0002ddbed1b243898360f8db5d1d28e91569c010f7d0004292881000bff1042148976ec1cc7078015cbb583154d983b755a82c940464d7d5ed1aebfa4bb22eced7a14c780cb6aba8c797452129f62c58553bf1dcf54bf876d099633a3f0c609faa9c56b87a3cac65f72d43eb9e3b696c18856b861e5b0c1b9cf2f121088fe942b0397575d58fe59b75c1e3d667863818b64e703f88398d4ae6b42ef0c05809a3b491e2bc81cbcd5c2c23c69077fc7a8cda30555ee4cb1549ceeeea5ce6997f9ebb7399ea56ea6929b476311efcddc6f683977cbe1ddb547c31eedbc3284ac966b69947be5e796993ee6f520c3737f65c73475c1f752b329905a7c7fb33cdddd3c18eab132ff6975814ca172fb3c6bd51af166809fc0bbe5d1cb94eae4d3ab6669e8bf2562cf24179dc0e8f79ced7558fc7c73d76301517d8e2b7d1fcb13f908ea9105322edfba6fb3c9bf54df3098f61d9147816852827a6c49134f1db0577fdfb5db25eb36b1a2d3119c6ab15395f6344864c1893eb751ca3883e2d970c4d4c09eb63f41353e2cb8f97fe44ae7e843f868ccb599eb1560a4d3fd83ea395c63d382737d53373bf0cb2e05ca43ea3b0da1de62aa3a5fedd198252cbf7a2060f8ea61fdcf7e27a0e7355f7e3d2ed10e324062576f69dfe7d98d323daf3d0098e1af53edc21746ea37070b883928d6924c75754165428536ba5dade7d8bbe87b278d36c3fdbcb69e17b66812a75ad64e92d384af4c3cefe68a6a88c8b98cf934096a8c08279e8c505628d04f3f4ef725e912b1b788f2dba097848a10de851e9e6e1715bf8acd1c7c76da364e33df4e28b7f3469543a6ba5d432b52afc505eb58e23bd2121619d3cb04c7bebabf9d637cfdb62cfba9bdd5d0b3c3bddbbf9680605babb77d750d95471f26d156d4c573ba2116dc0e8505a838e5bc9b2a18a3d65d49d58882bd34295c2c4e2dad08eee9be14a37a71ccfae9056062bcefd2ab6343a9fabdee8fbb77e44e734b59c5836bda6751c74c5a5cf9847b10defce359225233e9a9e23a63b7407778b55396fd39ca35cabedbc106da1b846ae663aa27bf75c53b32549f036f01c897dae7b5c6e945b3fb025180ae9467594bb51c559c89aa929988dcb77778b5fbbb6a0dc224133fd32a11c39d591948f9e83584d4e7d5372e7e659f2fd7b7cd39ce16ed8c5ddca252d100a5d75b422f07ad9e357b7c04b2b54887450c4927e4c07449bf788866fe6266523afd15d6f9c9ba56b6027d52c793d064c7a7719b771c4223465b3b38f5bdaaf4c19dd569c716c2a2f4794e1b8ad566a7794f7e7d84dbb48348fa19dee3ddb2c833bb556922f5f7e7cb4dfbe7edf1a89e93ff36af9fb45f487094ac3b6c3fd9767033eda32ace2c75b8bb410aec236ab9fdb6111de7e9894dd9767e37e487cebfae7c6f7dbc393e3c82543b164c8720cc92036a419143168f5d8f8fe9f41f1d34fff02');
INSERT INTO journal.batch_20780 VALUES (4, 20780, '\x75926f6fd33010c6bf8a752f104871eb24cdbfa2099536c0a46dadda0e989a0a39b643c3dad8b39d69a3ea77474e069b10bcbdbbe7a7e7b9bbcd0626d369be5aa12ff3e5c50c5de6b3f3c9b7f5cd2247efe7b31b349b4faf2ff3ab355a5e5fe42bf060b3050ffc510a1e1c0bb86b857e2c605cc0a1b5d4d6b24147c4e441ed851593d6eea4ae4d577f5df3312a8a02884f0342e30c87244b7112c5092e53ceb0cf529e0996113f4bdc9c8794697b891f92300bfd2c8ba2be235bcbe4418cd164b158ce3fe7b337e888b4e0b516ccae253aa15301276734097aa39c5a5ac0f858c03fddf5ad6742176967ad32e3e1d02a35100fd4851a9694ddbe53a6c5353f237eca5810f9b81a11821342084e09f1719c84240c2a3f0bf9e895550a1b614c2d9b5ef33b7d19c538494a86d32a0e311f715ac53e89225e16703a75e69df74fd25817244806644006fe381c4551041e4c65d308e6560e1eb0bd34a22f5ad1587c219aef76f7e75213c6847218aad4be66dd41863f8c6c3c64c5831d8a7b2732560b7a7841593f2a07fd5b041e3c9df66747725fb1ab39178dfb8da5a884d642e385dcd7ec113c6824d64f45f0e02b9ecaa633e9f078ae5c04d38d99a6aeaa6ee483a68797bdd5e4329f2fcf3f9e5f397b94ed4447d172dff38d95fa65feff387f8bd88e6a23ec596b2bec7e78451b5ed2e6162fc55d2bba553f3f6819a6380939c3258d521c54011d652c15551cc176fb0b');
INSERT INTO journal.batch_20780 VALUES (5, 20780, '\x75525d8fda3010fc2bd63e5da5984bc24720551f68487b4870a084537bc5a832cea649013b9738774751fe7be5e45aa14a7d5b8d67676677bdddc23408c238265f56d1624696e16c3efdbe795c87e4e36af64866abe06119de6f48f4b00863b060bb030b2663b0e0c2e0a9c6f2ccc06770aa35d7b992e442343f602c7951654adf487e429f30c62055b54c4cf18e5c8881494378f2cca5c0e0a8c4e1667fee88eb8d73f797a75e48431a068d71753bd7846bcec0bf30b8b6ea1023dc06eaeca0b1185cbbbcb1d44b4b726d77441d87bafd8debfac391df777a76dff9c6a0698ca3631cef54a5dbdaebd93dbbe7f8fdc17038040b0225250a333558208eaac20ed428355da0fca1b33fbb9a0a818551e14571cc45bbaadb9f959216d1f8aa6ff1d9f454ba447eba12d99c0ba3f96f135830ad75a6cafc57ab64ce92e54982d21c27c214cb124bba56c75c9cc102a968f90682055f69a0649bd1c8d3556126a85a5a25f3346d299f4a7eba7e8ba7cb7015cd3fcfef4d3c2e326c554a75ecf42badcaebf1ff93fc3d11192f2bd41f6a9d52f38b622e933d97071ae1538deda66d87bb361f4de8602f907a9e18d189f038dd7b493a1e0dc643e121ec76bf01');
INSERT INTO journal.batch_20780 VALUES (6, 20780, '\xcd57eb6edb36147e1582bf36407449ea622ac57e38b1d3044de222176c45140c1475e4a8962997a283ba861f67ef90ff79b14194dbba45ec69cb800d306c9a87e7f27d3ce7e8e8f6160f8e8e465757e8d7f1e5d9109d8f86a783dfafdfbf1ba1c3f1f03d1a8e8f6ece4717d7e8f2e66c74853d7c7b873dcc03813dbc4af0c7059865820f12bc4252a96aa16d8d5648571934bf45868a546a94365f1bf9859c014a6529b5726736cbebe5fcebf660d618422b24db855a18035a2dd11aad913552d752d9a2d2f54f79616a7b8018a53f7fef36adaa69a1274369615b638f6503b3c2da26aa539d5766261b0f37bab666a1ecc240e6bc3711ac13bc6e48e0cc6f59c8a495093e5825f80b07ed3f4743820f6e57092e3247136542291e32920794923ea594084a1909791cc529a77e10cb047b096e78731a17633f6421f503ca2865d4091b3e9df047c116c74e3e9445b96c55368c6fc2d962dd1d546555177a72585553c8b6155ac636e8dc75b48e23ca588ff6ddd12ff7e32417e3b7095eafbd55827f74029fe6a06c37fb61bcdffe9d97e0ed54f89b8c4b22149512940025d316f0b794714038e511618c70eec45bce76704218ebf7e27017255e82ff32c79ce3b75559c2d4160f068a1a4c821d997b13282612521682ca78086dbc5b15f01d1c167585e3534a7bb4cdb867aeb8339ef10398fce9d1147a826c51a27a2e9b75175c82045c844a84b99fb296d99db8fcaeb8188fff1d60278bba8402ba00e9135f489f47becf45d056f82e20547405e233de13ecc5f97628a7600ab068fef4073af9f0f46834d82ea022a2140341f38046d1feaca39d8b28f2fbbd68675fe99c74ff185448324ee328042943b66985cf76064a78f7940b688fbfbc331c2eebe5740a6597cb0988084410e631a57e7fdfe550c25aba3b74b8ff414bf009c4ca0f231e8439dbd7b9296141d74afa2f5a02270cfc38650c04cb37cff51d8946e3ae40a258f4829727da71514fc15666d2ad113092093f5619b0348adaa278bebb51423bd70c17ac275efef439368ba945d504bd314f8fbae96b77ebe6d38c708c630f9f54b575eb7e8ff6688f1df8411886d8c34795d6e0064dece166408276d382b6e40cf4c4de7f9d85074ac1bc3123e7f3b2506e787cf5a1aeb4872c7cb2afe0a151aaad0139dbb2d24cbdcf28610f0f16f6be32c56767a999bbef8b2c03dd4cdf9790833160c8bbaa2cd4127b5857c46c36b1877f234795764136e6c978ee666577acd6459ebb23c746ceb6655783f3d1f8f2f4cde945139e54f7e0ac98aa6cedd7b632dbf87744fe1aa97b696ab0bf2c6c4e9ab7842ba9b354ea29b9848f0b705453263995514c220e40fabc4f49aa544052c885081855b18cf0dddd9f');
INSERT INTO journal.batch_20780 VALUES (7, 20780, '\x9554616fda3010fd2bd67d8e999d840099f68101dbd05aa8806eeb08aa1cc72959c14e1d671d45f9ef939dd256955669ca87d877f79eefdd8bb35ec370349a2c97e8fb7c713646e793f17478bdbaba98a08ff3f1151acf4797e793d90a2d2ecf264bf060bd010f68bf0f1e1c13b8ab853e24102770447ca7f82d3a22a9ee51aed58390a841bcae8cda0b5db94426ecbbc85059d5d3ec2939abf7a9d048b2bd40e6500ac46eb4107b21cd2b98ab6850fbb03a2b0c3a22c6b9aa6d69aad46d216f2a54b2430bce0b99b9c8115d5f5be66782041af020a4412b24638625101f137032daa554f74e9b4ffc08538afd60e5fb71378a03da2101fd998097402b3581d8e85a345e024f924f2499a81288d7c7048accf111dae7dcef529c8784e01e2104f709a1388f280d19cb532122c7edc6f42624ea0524f0733a08b2d0414ea7b73375581a906010d0c1a0db752576082ef195e902cd94cef64c4a97b23372a98bc5f4db703571c16737fe5b517f10923c1739e1e9db67379ba6d9d8e93957db734ec62610532f8193bd766bf727971fd327afeda8374d63dda53e78f04555c6ad7b1dd2211d1a0761b7db050f464a4ac14da12478d6f54ab44123a4c16742de98edd3a73ee45c94968695e5aee0cca2defdaa94f490117fcc3bf1db822aa305dbbf60591d4a4bfa1a041e0c6bb355ba78704cf65a6d8b2c13d25eae85c885d642e30bb52bf8013c900aebc72078f0038f94744d5a7a3c2f6d33952bab6491e7aee49366fb97b9e5f07c325f4c3f4f67b63dc6b7c2b168b56bf92ba3f44bfdffe8fc3de25ba62b613ed426c7f627b064324b99bcc50b71570b376a42994f5834c0511045b817d01e1ea43ec33c4dc35e18667d9a87b0d9fc05');
INSERT INTO journal.batch_20780 VALUES (8, 20780, '\x9d57db6edb3810fd1582cf6296d4c5925df44175dc6ed0d40e1cb7bb6d142c288a8ab5914997a2dab881ff7d4152521d27e9651120b646c33317ce9c195f5dc1743a9d5d5e82bf16cbf353f06e767a96feb3fa783103af16a71fc1e962fafedd6cbe02cbf7e7b34be8c1ab6be8411f07d083f719fcdc72b5cbe02483f7604b771b2e7403ee819005379f55011a4d75db00bddd9e15e6ff9c6e38608a53cd8b5483a2e5a9065a6a5aa71bd90a0dee01755f58ab14176c07f680b67a2d55d5505d497164600ff6800bad2a6b91295e545a2a6ba6b3bd07ebaad152ed0cb606a5921ba02560b46d3830c7f7609fc13df460141317574135cde0e43e837d54eec90696c1c9d57d06abc2068e09f5311d8d5180c73e8afd84a23cc204853189714947fea86419f432e8bcb167d2e96a6a65362d56345fa0d79729227e1046a33819f7af4d20568132f3c5cbe0903c2bf6b13f4284203f58f964128d260139c101f964556d761faa852b1c4e423cc1f80463ecd40ed2efc27437600f12abe80c771762e5f3c5db0ceebd0c3ebc9b5f4a5382e26814a33c2918222c29c69c8d3119c719dc5f1bc8ee3abb3c1f5ea935bda829984b556ca810d6b183cc2e2e667303e365b0bbf40e85ea8779782a5da6323238116d5d7b19d4d29e584e3f9cbaf04dbd38d1eccdd9e56a99aece16c698779fc1df80cfe000d99918cac196a435915e5c2c171fd2739b92ebfdde5427f1a107ff948db6dfe3137c824fc82408a328821e9c4a2138330d023dc86ad97027d45c6874cec58d5e0f9d9b32c6b706866eb775c56c5bfdf16f23850734bfd37ff02fe650a315a79b0394d56e6b408f0f410fa6ae41bf5924c312ebaa28b8305cb1e425578a2b7421eb8aeda0078544aa13420ffe8da65258270d3c5a6c6d8f5bb546546569555e2bba397c7799be9b2d96676fcee6c63dcad6dca228593b7cd3ee87f13fe3f90bc0d654355cbf6c758912e8c14b2a8a9c8a5bb4e49f5b6e533d34f82821318a7118a0713e8a501ed1a4484ae2273e85d7de15f6b00749f8043396d59d6e15070de382aa4a1e31582f06352f35681b5e584e6a04dd366bf9805085614f4d6fb948b555d2dbed119a55a925a3b5e5c0037623892d94fb0c7ea7b7ce35d7b6ac96ecb6efe0af8ffac53fa69752c96f5c6470a255cb4de36e68c1d3671acd0f4fa2287284c3da46cb0d574dd79cb7dc0d915baa2adb6b26086bff2d55d5c366d7bbad7b75b13cfb90ae661d3539c079bbc9b9b2274980837140c6e328b22a9431335f8e4d16b4aa77870a03e19e0e6ffa4964712df17919dc2a59b4cc053bb5cca84167c3b9449b75ea6c9aeab367a7e9d4f1bee3b4f34a1839f63298d39a0ac67befbac7e1a0e9e74adcbc92f2961716bed37043f388b5238cb1017decf7de32639e53736b1924110e424c3026d882de70c115d5c62933fa942cabda79be966dc3d7b276c6b5a2a2a1966c8cc7c418ebc8338368841d6176ec86887b6cb8717d42f6fb6bebc5c164fd3fe3f437c660c3d5978ab940be5b3dba4321d5577e5351810ab9e18dae1872b7846cb4a5ad563316b6dbae0e7e75606f9bd69e18aa9bde28cecdae64c598248cf911416588318a31c628c198a0641ce2b2e42566b9abe08331374c0c23ebae8b191abd73980f7a634dc58d59b6acb51fee0bfc8eb3d6f0efa943cde0a01eda02f9fd99fa94d34f8d395baeae897f9895724448486999733eea06fdc1fd3cb79805280e621f519a9b652909c2202f1966a4df382ad168d532b393dae5f3a8a132f8d335e8e75b4aafd191823351f5ad385f90c4b5a38f3119390a7972e12a78aea57a0e25888e9bfad96e7f8e1efa79d493d1f1a24b78ce4c3e6394876184ca8294846042fc71e776bfddffbce07a5356b3e035ddbd009be625b1e1eb6a63093130cb73471edd1edd953c6d2c1d4e88974133377b7a315afdac7579fed1e2feb3787aa8279d34333b8313ffd003bbc40ee3fbb103c3742b652b3a467533fde98c85fec9c88f3ff5c56a66fe63d0ee969efc1d31181c7e440c0b82b5e8c47691ed602ed3f9e9ab74fed65ec470bcdf8eacf410c2accc7bb7a69a35a8ff73eb50fff4fc27fcbe63c50943f1281aa1bc24310a280f9284979445045e5fff07');
INSERT INTO journal.call_20780 VALUES (1000, 'default', '01a20a69-1394-73b2-8bf5-21c9936326a7', 1795470988181, 'OPERATOR', 'GRAPHQL', 'freezeClock setScenario', NULL, 'POST', '/graphql', NULL, 200, NULL, 2894.593, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (2000, 'default', '01a20a69-2f4e-7402-ab14-655e5de364cd', 1795470995279, 'KIT', 'GRAPHQL', 'PsuId', NULL, 'POST', '/graphql', NULL, 200, NULL, 115.454, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (3000, 'default', '01a20a69-3055-7203-a352-2c3a12cb2c84', 1795470995542, 'TPP', 'REST', 'createPayment', 'NO-FSA-123456789', 'POST', '/v1/payments/norwegian-domestic-credit-transfers', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', 201, NULL, 81.042, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (4000, 'default', '01a20a69-3b38-73dc-ba58-2f2a49c8ef65', 1795470998329, 'OPERATOR', 'GRAPHQL', 'completeAuthorisation', NULL, 'POST', '/graphql', NULL, 200, NULL, 30.744, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (5000, 'default', '01a20a69-4bce-77c6-9c7a-b7df86485c7e', 1795471002575, 'OPERATOR', 'GRAPHQL', 'takeSnapshot advanceClock', NULL, 'POST', '/graphql', NULL, 200, NULL, 104.335, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (6000, 'default', '01a20a69-62ee-7270-bcc4-bef88410c9a6', 1795471008495, 'OPERATOR', 'GRAPHQL', 'accounts', NULL, 'POST', '/graphql', NULL, 200, NULL, 96.166, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (7000, 'default', '01a20a69-6366-7317-9b2a-cbb4744d81f4', 1795471008614, 'OPERATOR', 'GRAPHQL', 'clock customers audit', NULL, 'POST', '/graphql', NULL, 200, NULL, 216.169, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (8000, 'default', '01a20a69-6817-7043-9b65-b5a8d8f1282a', 1795471009815, 'OPERATOR', 'GRAPHQL', 'payments', NULL, 'POST', '/graphql', NULL, 200, NULL, 77.142, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (8001, 'default', '01a20a69-678c-7656-bf17-3ae388efac51', 1795471009677, 'OPERATOR', 'GRAPHQL', 'fixture scenarios snapshots tpps', NULL, 'POST', '/graphql', NULL, 200, NULL, 253.184, NULL, 20780);
INSERT INTO journal.state VALUES (1, 8);
INSERT INTO public."Account" VALUES ('default', '018cc251-f400-7000-8001-52969b20349a', '018cc251-f400-7000-8001-f6114aafbee6', 'Daily', '15034010010', 'NO3515034010010', 'NOK', 'Current account', 'CACC', 0, 1601107, 10000, 0, false, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Account" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8001-52969b20349a', '018cc251-f400-7000-8001-f6114aafbee6', 'Daily', '15034010010', 'NO3515034010010', 'NOK', 'Current account', 'CACC', 0, 1601107, 10000, 0, false, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Agreement" VALUES ('default', '018cc251-f400-7000-8001-8940ffef0cb5', '018cc251-f400-7000-8001-f6114aafbee6', 'Kari Nordmann', true, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Agreement" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8001-8940ffef0cb5', '018cc251-f400-7000-8001-f6114aafbee6', 'Kari Nordmann', true, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Authorisation" VALUES ('default', '01a20a69-3098-7567-b8dc-1c8d9ec90197', 'NO-FSA-123456789', 'acme', 'PAYMENT', 'FINALISED', '01a20a69-3092-728a-b501-47170fa626fc', '018cc251-f400-7000-8001-f6114aafbee6', 'PRIVATE', '018cc251-f400-7000-8001-8940ffef0cb5', 'https://tpp.example/back', true, '01a20a69-3b56-77bc-8f63-d4daf61055db', '2026-11-23T21:56:31.031+00:00', '2026-11-23T22:26:31.031+00:00', '2026-11-23T21:56:31.031+00:00', 0, NULL);
INSERT INTO public."Authorisation" VALUES ('~mwtt2s4z5e4b385', '01a20a69-3098-7567-b8dc-1c8d9ec90197', 'NO-FSA-123456789', 'acme', 'PAYMENT', 'FINALISED', '01a20a69-3092-728a-b501-47170fa626fc', '018cc251-f400-7000-8001-f6114aafbee6', 'PRIVATE', '018cc251-f400-7000-8001-8940ffef0cb5', 'https://tpp.example/back', true, '01a20a69-3b56-77bc-8f63-d4daf61055db', '2026-11-23T21:56:31.031+00:00', '2026-11-23T22:26:31.031+00:00', '2026-11-23T21:56:31.031+00:00', 0, NULL);
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8001-224701261ef7', 'clearing', '018cc251-f400-7000-8001-52969b20349a', 5000000, 'NOK', 'OPENING_BALANCE', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8002-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 28180, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8003-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 69845, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8004-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8005-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8006-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 14025, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8007-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 63767, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8008-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 31281, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8009-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-800a-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-800b-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 11795, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8001-224701261ef7', 'clearing', '018cc251-f400-7000-8001-52969b20349a', 5000000, 'NOK', 'OPENING_BALANCE', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8002-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 28180, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8003-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 69845, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8004-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8005-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8006-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 14025, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8007-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 63767, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8008-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 31281, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8009-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-800a-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-800b-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 11795, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Customer" VALUES ('default', '018cc251-f400-7000-8001-f6114aafbee6', '018cc251-f400-7000-8001-673032f193d4', '13039319955', 'Kari Nordmann', 'PRIVATE', '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Customer" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8001-f6114aafbee6', '018cc251-f400-7000-8001-673032f193d4', '13039319955', 'Kari Nordmann', 'PRIVATE', '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Engagement" VALUES ('default', '018cc251-f400-7000-8001-5941bf0b6bf2', '018cc251-f400-7000-8001-8940ffef0cb5', '018cc251-f400-7000-8001-f6114aafbee6', '018cc251-f400-7000-8001-52969b20349a', 'OWNER DISPOSAL VIEW REGISTER APPROVE INTERNAL_TRANSFER SALARY', 2147483647, 2147483647, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Engagement" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8001-5941bf0b6bf2', '018cc251-f400-7000-8001-8940ffef0cb5', '018cc251-f400-7000-8001-f6114aafbee6', '018cc251-f400-7000-8001-52969b20349a', 'OWNER DISPOSAL VIEW REGISTER APPROVE INTERNAL_TRANSFER SALARY', 2147483647, 2147483647, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."FixtureEntry" VALUES ('default', 'account', '018cc251-f400-7000-8001-52969b20349a', 'daily', '{"profile":"household","transactions":10,"from":"-60D","to":"-1D","seed":1}');
INSERT INTO public."FixtureEntry" VALUES ('default', 'customer', '018cc251-f400-7000-8001-f6114aafbee6', 'kari', NULL);
INSERT INTO public."FixtureEntry" VALUES ('~mwtt2s4z5e4b385', 'account', '018cc251-f400-7000-8001-52969b20349a', 'daily', '{"profile":"household","transactions":10,"from":"-60D","to":"-1D","seed":1}');
INSERT INTO public."FixtureEntry" VALUES ('~mwtt2s4z5e4b385', 'customer', '018cc251-f400-7000-8001-f6114aafbee6', 'kari', NULL);
INSERT INTO public."MachineTime" VALUES ('MACHINE', '2026-11-23T21:56:52.586+00:00');
INSERT INTO public."Payment" VALUES ('default', '01a20a69-3092-728a-b501-47170fa626fc', 'NO-FSA-123456789', 'acme', 'SINGLE', 'norwegian-domestic-credit-transfers', 'ACTC', '018cc251-f400-7000-8001-f6114aafbee6', 'PRIVATE', '018cc251-f400-7000-8001-8940ffef0cb5', '018cc251-f400-7000-8001-52969b20349a', 'NO3515034010010', '15034010010', 'NOK', 10000, 10000, NULL, NULL, NULL, '2026-11-24', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'bnDLDOpwy7bfA357CKpd7Kt6OA5UFs3p/fJE1J1q6fI=', NULL, NULL, NULL, '2026-11-24T04:40:00.000+00:00', '2026-11-23T21:56:31.031Z ACTC APPROVAL 018cc251-f400-7000-8001-f6114aafbee6
', '2026-11-23T21:56:31.031+00:00', '2026-11-23T21:56:31.031+00:00');
INSERT INTO public."Payment" VALUES ('~mwtt2s4z5e4b385', '01a20a69-3092-728a-b501-47170fa626fc', 'NO-FSA-123456789', 'acme', 'SINGLE', 'norwegian-domestic-credit-transfers', 'ACTC', '018cc251-f400-7000-8001-f6114aafbee6', 'PRIVATE', '018cc251-f400-7000-8001-8940ffef0cb5', '018cc251-f400-7000-8001-52969b20349a', 'NO3515034010010', '15034010010', 'NOK', 10000, 10000, NULL, NULL, NULL, '2026-11-24', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'bnDLDOpwy7bfA357CKpd7Kt6OA5UFs3p/fJE1J1q6fI=', NULL, NULL, NULL, '2026-11-24T04:40:00.000+00:00', '2026-11-23T21:56:31.031Z ACTC APPROVAL 018cc251-f400-7000-8001-f6114aafbee6
', '2026-11-23T21:56:31.031+00:00', '2026-11-23T21:56:31.031+00:00');
INSERT INTO public."PaymentEntry" VALUES ('default', '01a20a69-3093-7372-aab6-118343bfc0c1', '01a20a69-3092-728a-b501-47170fa626fc', 0, 'OPEN', 10000, 'NOK', 10000, 0, 'Ola Nordmann', 'NO1815034020016', NULL, 'NOK', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public."PaymentEntry" VALUES ('~mwtt2s4z5e4b385', '01a20a69-3093-7372-aab6-118343bfc0c1', '01a20a69-3092-728a-b501-47170fa626fc', 0, 'OPEN', 10000, 'NOK', 10000, 0, 'Ola Nordmann', 'NO1815034020016', NULL, 'NOK', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public."Request" VALUES ('default', 'NO-FSA-123456789', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', '2 hvuFHH1CBOFL+98Tx/WEoHSjAhSv4sk58H7tsyWegu0= POST as1wxa in798g ztntfp ztntfp 1imkdd8 oewbu4 1m6j6hx', 201, '{"Location":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-3092-728a-b501-47170fa626fc","Content-Type":"application/json; charset=utf-8"}', '{"paymentId":"01a20a69-3092-728a-b501-47170fa626fc","transactionStatus":"RCVD","transactionFees":{"amount":"0.00","currency":"NOK"},"transactionFeeIndicator":false,"psuMessage":"Please approve this payment in your bank.","_links":{"self":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-3092-728a-b501-47170fa626fc","verbs":["GET","DELETE"]},"status":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-3092-728a-b501-47170fa626fc/status","verbs":["GET"]},"scaRedirect":{"href":"/sca/01a20a69-3098-7567-b8dc-1c8d9ec90197","verbs":["GET"]},"scaStatus":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-3092-728a-b501-47170fa626fc/authorisations/01a20a69-3098-7567-b8dc-1c8d9ec90197","verbs":["GET"]}}}', '2026-11-23T21:56:35.614+00:00');
INSERT INTO public."Request" VALUES ('~mwtt2s4z5e4b385', 'NO-FSA-123456789', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', '2 hvuFHH1CBOFL+98Tx/WEoHSjAhSv4sk58H7tsyWegu0= POST as1wxa in798g ztntfp ztntfp 1imkdd8 oewbu4 1m6j6hx', 201, '{"Location":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-3092-728a-b501-47170fa626fc","Content-Type":"application/json; charset=utf-8"}', '{"paymentId":"01a20a69-3092-728a-b501-47170fa626fc","transactionStatus":"RCVD","transactionFees":{"amount":"0.00","currency":"NOK"},"transactionFeeIndicator":false,"psuMessage":"Please approve this payment in your bank.","_links":{"self":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-3092-728a-b501-47170fa626fc","verbs":["GET","DELETE"]},"status":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-3092-728a-b501-47170fa626fc/status","verbs":["GET"]},"scaRedirect":{"href":"/sca/01a20a69-3098-7567-b8dc-1c8d9ec90197","verbs":["GET"]},"scaStatus":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-3092-728a-b501-47170fa626fc/authorisations/01a20a69-3098-7567-b8dc-1c8d9ec90197","verbs":["GET"]}}}', '2026-11-23T21:56:35.614+00:00');
INSERT INTO public."Scenario" VALUES ('default', '01a20a69-1ebc-7377-b445-fd1f11011296', 'delay; ms=1', NULL, NULL, NULL, NULL, 3, NULL, 1, 1, 1, '2026-11-23T21:56:31.031+00:00');
INSERT INTO public."Scenario" VALUES ('~mwtt2s4z5e4b385', '01a20a69-1ebc-7377-b445-fd1f11011296', 'delay; ms=1', NULL, NULL, NULL, NULL, 3, NULL, 1, 1, 1, '2026-11-23T21:56:31.031+00:00');
INSERT INTO public."Secret" VALUES ('authority', 'iDAGw/59ReTVGqxNkMwpzZ6LCL86sQNzUFUY1w7sds035hwRloi+O9fyrHB6cNbBrPTsa9nP+0C/Orix9uzruxpEghwkZ53UOZ/kRKT9Fir/oWuO+rpDcTjPIa4oaEhS8wBcPyktQStHEr+2SzwXar2UwRPNddZmECtxPJnMveUWqd5N2IK+5mOP83pTHBnhciM3lXz6OYSwvhhA1MUoM7ZsenbtwCeoN4+Rq6XBBFbQcrSBh49FJL/o50t2G/+t3LatTEkwfrM+2qjAI6wwJ1zXCzhMZv4/GxivPvqwhy7WxqD+lWBJYNjHKICDKt1MNUnCrLKJkz4tT3B3i9W+ZnXwWDW6x7RpqthFGTX7G4+iPHVFA3Lb0iGpB6QWXMuFoMOrUXpm682GRzpcrjLSSRyMnwwM3nADSN+Wo4izxafOcfWIcMAjEvlJ2XGyXdUNU/M7XKqYQWY3QU8CNXJK1UugIGP1gkIhc/d5ms2bxVCOdiLs5/h5zj/OjgKCWvrvparmbVjYtchOa7hU/EE4imCZ6LyBK2qiv32w0RfSnoUp88j7WzqMwvI83NkOvLaD0b2ldm1nRD8iv6UBSrauA74/kGwIZ8wXBmtdZbl9SAvm0Jl43WXlR9/yc4CkpaF4+ULauLgxpoDUTSTg7HIE7hdl03MhgqklUTXHK/xLQB02GOEWCXpaEKuoSyHEe0Dy9DL4VVrGm5tMwFACI9DUu/iiSSfOmfEGnI7gLaGdUpuBTUgIF20pF/3HWVoO+cl9efTvjId022ZRI2vbVyzuNuONAuhrolDQhzGOCJiHzFRmyTeAIDU6gZVy+ELvrsS/Wp1FlWLgy8pHmJf4av0ktNB64nqhN+bS7b/ueD5nfg2OFHxegc8jIwxWyKD9QrXeSJi96OnfxD3E4l7Wrpw4UURDbdgPvSOvgJ77yOhkwnxdVwS6Ww4EMo2sEvLnFftgcSOcnVCGZgbNlUxuX9unRR+rTmQ78jB9qy7JuflRJJXCoJJNPdqnM29+S0SQUWtAcltdIXHK6VBTN+Ph9X5598itM0leNhG2jsr0NwGdw/Po44rEfus9/FQW4hYkrPKZXfvkv3YZ4qWonlh55tOppVuF3vHqgHH1OAP98SEV28qa6Hv7hSJkeFYvi68SQUEj/ovoD37ItjyX5VUshMOOFopLMKKE8woEQ9wkSAOLgXnfe8KBkQURC0Xa2+OOmaUEdIKRBOs5BS8pXsRqp6VA5dwRC9SSkqZXaswE6WAWeaMNx+ovy2c4yjAk0PBzZdLsoc5A/URbdeh2C4X2UHapg0pvDm9GBie6klbrPvJVa1Uv7Zc0USPYfw0efUmc2qYmcFFOFLk+kUysRbxMyZhOf2ydnZ/yGg1N3aIpAFyCmnX6a0ln47IBEvhfF74Un3vay1w+yrwU3Zg2RuxPYgM+nnlGKGY4p8d76LMQ8tQmVEYr5H8k71Vt0BjPsBD2AB1udjOP5D9Y6zPrRLy1l3ozf6EI7GV47oX8cJoTeVYLmfx31mPQYiFPzWqa5PjrXalUyoVNoUMKzTs6AUENmdSHQR+k6uYnA/6sxHqpGmBjkdfFqTZi/bVwohDPfc8MBw+jZgiEPCEhdQTQ9aJ9FPzRL4CWHbwF9CwDHtjj4Pif9s3BZhdaJgmP20Bueg9ZnkIsKuBbDhuoIMO4MjoeS2PQ9thkJyIwnHv79AO0wr+SoapaGe3sBd5AUD/Z7A5vkaYACL73dtrm6b7v9xHSrY/2XRngy5P6qClACncCvq10506gVIsJkrz/bMpQt+2Do6tVn4IH/sNtAff6F0bGJhJQXlskIMFUbOcg/Rt7V7c1bdwdluFQXxFkcI/4+iEHOKAdYjQslEDd70X03q9d5ViMKDKdXuIjjTFnWnKFDY5Da2S5FQ1Qox6p8qXJn8qBx3nj4Q5M6jovAAbNV7srSMyuPawBi5mR4wFMDVv0hyzjIFfWxBarDDhEv7unexJMKanDC3+SaPKWReFksQVmpLmIwvL5OkVSq1FelR1sgL9DT4ftwmFLweDcGYdV5U7moUL0go3xN6KdXkxjmSGt7vGnhdzEEcaXlXiW2JS/OXbvWB1xCVqXOHm/Dt+UF6dT/E0b0snwa5V+HT/55Pkj4S/ju48KEgixi13m964owaNRy0FAJvtDW7pIhnnU2ShnQYZdM/+hcvBPCdMNubrOvkYKzJNS6VLoSRCeVjVgeX1GCwOYQb7QWvUVkurgrODRseUD2GXqT8hBV2KUqXWUdo2vcF9WXjOp+Usji9acoFHhABfT1kv9iCHC1Li7nppYbATl4PqgkuAHIVQi/XTrKh9RwFx+/3h8BZfxIesj7dMCFWHCbGzTK0A2x1vHRiVa8wdeEQ/cLFI1vKms2deW6UTW3oJBLafwwEcRchckzuSDKqPfo7NbvbOI973sfJNTQV6VdGqGJsr8E75Be/onqUAC7IsBXfxYHgXzv5XeFUMmK4AOUFdM68VmL5pIOxETIj119tswcUD5mRHUogcDSCX4MRMzUDevSvrJy47AT60fen0GkIdB7xhid5NAkbDe5OAQtEpWChOx1T+spBVMRGrDTrIvBOzjSBfXmsp/iWNaaKI+ciXrSWyQeHGv1AXAs+O7o8ZVLyZ4m3vsAoDbEXs3UoQLWKPU92L3uQoDL3lqFmKcrB4C/+5DXEXcmw8WSd7z4iDupI6oFy4gjCb2vL6lhDodoXPzcX8XWGs3fKRoUKgsAQX9FLkCK+agdtoEGg04ZcYyR4gz0GXvSbJ6swibCd/e76JaJfIoTQPznGqaPBpE+ABNIip7wupIAspxjO4bGRFuHEn1+Oc+u2+KJ9PtliPj4VrtWKHytygclizd4HZzgB/+1tYDO4TsFW18qqToh4KagRSYUzlmn6a4dRwauF+YOjrPz5ylj14Z1HrDQ6dFqY1SK6qAQiyVUb+MRWuEeu+Q0vL7O9nR9C+ggO1d+XuBGCCk38ViNJ98UHYT96HcS9ebuW1vGpykbi4ZUGbZTF+MJP5UeKYWT78kgsHe54AU23gw8FrhGaAx6sos8Dax/z7HER4lrfx4kEiOZgEixfjIhIZhJ3gSdBiVgRe+7hOiuSVa6JBGfbnj5dIvaR+rMQka3c1n8mx3fW3Y8YADnn1GNd9LmVKEm68wX6pFRhKNjKXRCmyBP8+sW3icO2+RautS43SFzPtooMwgHejIXovZW1tJC0IMpcdF7SpCgQlSirEtP2bhsRaBowV/Z28vpctmEaGkI7c+m6JJIYUgebCMce1j2KXSB2GuVgK+ujHJX6eVVjZVKrQiIiIIwM+j7+8fXo8A5nj29jjqi1x95MkzXqn/HiNCGt8T7bdHsOGYfYvkmI1ihLnB5eHMNmvOOt4F7v73lrICzNkGneWnvDX+oDzymhgHb55mrjcLVno2lvKz11ALGgHvAw210Dq8Pwjp/LMERc+12kSYj1Ty0//+dwks9wLhXw9M9kqMMQh5KV5LMOKuwgvx5IpgpSzAD/rQbbzh3kpxiYQ8XmL7HoMCX9DE1xCPcd+8WjhmWdDzB6oKphvB18Wrl4yFhmD9eTiPjmik+qiQtXCl5hG1EUyMSzqhMnGhspQxApa0IS0bobUivB+rtCMxMaXcAkoQ87MtL3awV8HyMmGVj5dSOGjat6qe+Yy+atbYGIfusB7WVOsXVa5xeJ2h+JX6tanNsJcH1G2ug+AQlA7zOP39PuPcwvAo9KUbfenRevgLhTl3CaJBOSL5uyDhy36gJ8zvVpzg/7AeSst9XHWNK7/uk2yY+vYwT85V4yFt1PE4erpkHn6Us1pCoEVvnx6ilfSUCbufoRojsKBL492BvD4JyU21n664Y9V3619E+F+dgvT2t8no5TiG90SiUMS1noWW7eBA7J7xSMyVQ0gdDcOyperreI2HozupIkL5fFEjX63fW7bfNy+66eS+07W0TQvCC8wWrjfO9YTNflTKnNzfatZgoTYZPDhT5LD0/s6fgm/BpzPjRT8oFnwHngDal7DhQ7hnG7YywurwmXsddMWkURD9+cVivP+fHQOFAYL9KtTOUfPE7sIz5Q/3MjYNUI+ooxH2kuabMMgyLjl+Xbae8mnaZNX0p6wlr44FEW8UjgVzvHgoIaI=');
INSERT INTO public."Secret" VALUES ('tpp/acme', 'wGnYXIg+2YJDGINjeE4NW4cygS623ewwGlXkYLOy+U1/r9QjwXOS2F2tkXyj62l6E8WQsRFUlacbxG4KdIX9FqTlnp5VVdqMs1I6RLaqfNJFejX9LXQm9wvBaFJqPoQ+CW8e8sEK4yC13unnx5e/f0KY1Mz2rZ6vK0WlAHs2ItBGBZHerSOEvQ/QsqNW7slgzK25cRE4VlIAtxbEKPVW45Esvb/bMHthMFquNoGn/QeFvccSbJKpfgjIeyqdQ/WwL73RyzPlU1W4WRXXwFzcv57dho7zEgCyIrf55Fa0ZvgqtxA2F7fIVR+6M0D0L/1zI7OKcKYPQOmNy6PV8vf8Gz89yKLzpk8XVPTDvbKhMGSu9LNr7lFY1yzfoGIvzFRgJ6s15TL32X0HC2NvMzEqJJwzf78hnq1XaNOeaUWJHZHAfD+kdNKfvnLiOF5vHS5O70+wD2l1UMfh1BnukYTTNlbtlrhIi6iNOARmRmUIPmlHIfynqYZj/4oByF2mNJhhOkoUXXhBUmOlm1EMTr/o3rFOME7kcfqYAmUmSoer5WtyPHK+ek1qnrYrT9XfC6kWBdxAT2JsqioBt9bF+XY6kKGPwA1TxxhypJ3pNEoQ/7RthljOyPVPXm2osFkCrQb/Y+bu7hfh7JEFj4lMCDBNpRdI06+m58KfsOO9GZyPxdU6RcdUfdvto3IJyUNav6JktSDCeXEMH8guAM9N+r8lwqzgJjbfAKpd4TS8fsVj8G3ugV/zvLwOMj9RygKNwAQ+y+RVigC/7CEjRyXyaWZiI/FwA0fedEvNaX0qfPJJ7DofmTdr/hcq6OcKvTEdxJc/EUxdS/SwXPWEq3gpgLI605UbODZ1NkgvavIvmkn070mkj5BdwQ1rHoJfKM6VNzVVmyQPmh0gr/a2JheasRlNukpmilpXneR9WnNwbedy3L6FR0yyI8jsR8YUWODMdy7GttqNmnfJzTsEQt+hqxrraV+sY6U2DHr8ox9tVsm7vJ1nO20/a5rpE48sCsKHdRvAJuPLmFG5HHYSgkqOgrsYxhMC8gdWnjYSB0sLU35PDEALdv5I8l+iCicdlpeulL5AvyDiiiUins04aImw2W2NAn+EqQW0Ctr12iCgyfG1bD0Z2lVCdsm02FQIrOkG3XtaByWiFQiFtxOj1S+yjDgkVxy+cJ9V6vuqyDgZA/J6yQH6T4lOjJ7oTiKi74IycVML7h4XQ1arke55x/gB/gUGq/q9oNuEZm6c3IeXhlWMNvTauBjI0fV0511LdrOjNqJbtmJbr0JPn+kq6m12SpDcfJocbgjt9ZnWv7TYLrsDSNysuAz6U6Q8EalEIbtLD6fefIDGmXN6U+FAThyU6mkeSgHvzaZRGTL0jRtBPXGFG1zPT/wjo+BFXkK72DhsvroVopn/UVm/OWGFamk1lsckulYPbkio9fiXvmwVH3+qFIJuorwhHABNpcnaMVYcwHikjDxfdTo9vqS5uSgERvJA14Oitj6aeweMKrFAW6oYdrUEn2dLztT9k2ZVoF5dp4shROTLxiSNNQof4kboDo5eU8c3PBhKXl5nYCpoaN6hSNd+5zcIiW8tbU7YqJMcUEqSuKmOHi6yAaZskMhJ7LfH971B3hjGyAoYozQjvi9Mf2RTmqGYwL/XaGjUKh6Dj3u+E+iipjlAmD6wmTlnJKo+8Knw+NbgSnGRJe8Bw+LDv8RiZBdFcI1PHfikFOCNldJKjjFmbmACCmPDiu3cmW6eO1EG9PEWn+Odle4vnn0gHSNJbbN3WEkLdqSiU4MGXxG0QUNj/X1iTfJBrFgdpUaqaz7ijJi+DyFBERx39RDz7veY/7MC+z4bdGT037yhToEtvvD1M5gUJRjVfwCvdyZsxTmiTlU8D2U2gpOxXj1iKADJ86qZHSuEKyYuTfrytFPZisKL0edtmDFWDUCWdbgJtCv3e1gBY21/GbBDd47WWoDZpLb8KrngqRJQMi1c+cjfTlwBqDGVqf6Yp66izYXrs1MKnX7Q8aUJtEJzJP3yGvNmbhz3VaYJcx+S2Z2xT2VNZuq/vFDclrl18Ca/rMQq0stvKkDXdeAE8425+zAtM0g9L2unx1juC+MKzIEJHL1NehBFHLyGeF6VCMxaPitLEXGKMGbQ2dQ2jn40BgpTQfj4KLeB+FUhEFAIvJSSDIJlBCVScr6kgFCqNa00ZlzUJMwJuDDEzXvLXl8XFQoLLxQyQfR+TfRn+yJLlMVshMilYcKRCYbm8D6rZAHwmOmRPxew04ItV6iKWuxDYi9/21jdZKLVmrqHPbL91Bw6gwABGfPgQ0DCLSQP+sB9WxoYn6M+kvmCJMNekI3pUJxwuf0kLifHcvnnCx08GExs5ETuJo/FISGkjyd2Jio79+lZC3ExAh2xNx1VvYQPQuJaCCxlnv81dQiwxbb/g04iZl/JKofZxP6BGqa0Y8a9QkBS/ZwfnonNpEGwD8toJrKMpRJ4VCQ1CX2nAmM5O406BZb+V1vW5B5Cf21XNgLs3GTBMUGnTUyfgSy8S3aJBMxUo9toY1bwDZowcO+3LzHwhybXE7RaVDvG+fERatNv+lUHg+vVhBZlAHBCwjYMsWrvFuKLaDnaCR1V8Kai8qkkyPb/UgqZzOMRg5+nCKtxxTvKFMEf8/pPQwDq1zIF5x35l2j6WhtvhM2MVSWNDrdT5ZV0KeoGiTNrr/x21DX36K+aPRLur3ryUewGFSkkC5mlMtkYFugriTag3u97T9i/kN2iqzx/I8fNe4qkA+pWixIJk+UrrSmjlRStfrxHFPC+PZbK8l38UhfiulULKDoEi0nokeHg9JtQiGFW4WNqWWI5eQOlYBWNRKdnVvWKPi6SOGGXHJb4tXmCgRSkSMaDsspAsZOAyG+qwuIANlxcL2P7MGJZlfdDdsXHLC/X8JLkCz2gUp4/fHfSb3LozG2WFuXBS8XNjsQmld+f3mTeqgdNSGQ4v8d/p3lURcafIglE/ZyuH3VS+D/bNC7GHsa7cFGDAISbctmxCOpole+R8clqGo/b/5z8A0UP1UfSPxgxTQH9JiSbdyahXydLxOvYoTYdtdLItpYiNvzD/C5fkd/LTY63duATRjQanVTGzDGbu36JG2UErLfJNQ1Z96Gqd53FHcAOudV1k3TmrZGoHdFqNU3poyCN4TThks2Ya5YPCnTW00ugL5tE1S+pftQTDoEpTZD1pRYg9U5Y+lcdLEqzIJy35NfVIWLjrbJbjqFSBbtNf4kJj3Uq+cjDcyNu43RPsZMc2nxjQz4VGQZu54XEsepTCzLdeGrkU/rhbOhoLXa1SVkRknkBM+CgovrhwqXkOn173yQ/umNveVVZkGT8wL3wzX9m3hKPwkgG0HPQNfsiQSKq37gTZLdumrEUnKlg7XXaH5hdn9Z7ynGm3VWwOUTpQ+ecuy9OsHa8JYovAHcjQnfvMWWOD9Ghwm+yWMsfmCcU2gPExDamKVTMqhwwdvDeT6dGc+tEsnDwK8JsvD1hNxHOojvC4vEqXoJB+IoFHUdK7U9tofezrynB83REtQKfUsQU+hI4qibAUp8s2Ed3KO+3E30yB/09Ue+m/VTJpESVz65NLO5fvfI1MOuKGYvj3lBhIFLugZyQrFmjto2Blfkrrf1PfealQfHE2hI+hNQfGETcq9em8SjdClnG3GHWKYjFdKRw0BrEYWN6XsLqMOKg7aHP3QektaobQzamPtNQbel1bkTUq53ajjUJhu8CYamYjmzZpg8/DLy6iXjIU02z0be3S8SOVKIgj/k4ArsgSoA6wPVAGIeeDo9n/MMej37NOg11bImThkToXYnyIVIKTn5Pid210cwjc0EdcdZncvdDvZuy+q9rIjO294oD4dg/+/luOzD6mWfYbXXYLTUEpWmNYUexSebUbhsFSWzf2ij4FMWNOktc4K6v0D2NhF0+Lw7TrAZ81dD1G/ovDYYVedGpilSBdNfNeVZw/j37vEfDA5SOOLGwv4kDtWOWn/MjoSyIeUNyHIQ3guskZJLbqRFyGQY6s+pS9vPxBlHyzFI5WT90QAacvK6b0zy+ViWMlQFAemSTTNX4QoqXp+DuuVlBXjkyld9o5sBhiFeKSgnWl0+WyReCeRB3RaJ/WnrYCD7ecZcBcjwv+2rmQ2ksk6UAZdwKsFDvVD1rCN76b2RuPbYKjgJjUhixOfXXAJRRGTDHiPnMtQQvcoITrSUHZATOYJEdpXoNm5tHwC5ozQgNCf/1IicXFb57pb6cmBXNNIJzyprtbiJcTRLQ2p2+9ywY09nsyCc0fRJNrUsoKChRnxsJLg9dibSZDg5TdSc4UzBW90SmJ5Y17kU/eNpYG3/I/zn8rGKb89H9bMKvbsw=');
INSERT INTO public."Snapshot" VALUES ('default', 'found', '~mwtt2s4z5e4b385', '2026-11-23T21:56:42.627+00:00');
INSERT INTO public."Tpp" VALUES ('NO-FSA-123456789', 'acme', '2026-11-23T21:56:35.548+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8001-d839cde1b663', '018cc251-f400-7000-8001-52969b20349a', '2026-10-03', '2026-10-03', -28180, 'NOK', 'Frukt og Grønt', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Frukt og Grønt', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8002-1e39b11e81f0', '018cc251-f400-7000-8001-52969b20349a', '2026-10-09', '2026-10-09', -69845, 'NOK', 'Fisketorget', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Fisketorget', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8003-e9c356245f1b', '018cc251-f400-7000-8001-52969b20349a', '2026-10-14', '2026-10-14', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8004-84845f900372', '018cc251-f400-7000-8001-52969b20349a', '2026-10-17', '2026-10-17', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8005-d20965eaa51d', '018cc251-f400-7000-8001-52969b20349a', '2026-10-23', '2026-10-23', -14025, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bysykkel', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8006-cc1e80f40662', '018cc251-f400-7000-8001-52969b20349a', '2026-11-02', '2026-11-02', -63767, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8007-38a32633284a', '018cc251-f400-7000-8001-52969b20349a', '2026-11-08', '2026-11-08', -31281, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8008-4285c85f3b15', '018cc251-f400-7000-8001-52969b20349a', '2026-11-13', '2026-11-13', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8009-aeb15ecd25e2', '018cc251-f400-7000-8001-52969b20349a', '2026-11-16', '2026-11-16', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-800a-8c0aaec8ecab', '018cc251-f400-7000-8001-52969b20349a', '2026-11-22', '2026-11-22', -11795, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Kollektivreiser', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8003-e9c356245f1b', '018cc251-f400-7000-8001-52969b20349a', '2026-10-14', '2026-10-14', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8008-4285c85f3b15', '018cc251-f400-7000-8001-52969b20349a', '2026-11-13', '2026-11-13', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8004-84845f900372', '018cc251-f400-7000-8001-52969b20349a', '2026-10-17', '2026-10-17', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8009-aeb15ecd25e2', '018cc251-f400-7000-8001-52969b20349a', '2026-11-16', '2026-11-16', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8002-1e39b11e81f0', '018cc251-f400-7000-8001-52969b20349a', '2026-10-09', '2026-10-09', -69845, 'NOK', 'Fisketorget', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Fisketorget', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8006-cc1e80f40662', '018cc251-f400-7000-8001-52969b20349a', '2026-11-02', '2026-11-02', -63767, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8007-38a32633284a', '018cc251-f400-7000-8001-52969b20349a', '2026-11-08', '2026-11-08', -31281, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8001-d839cde1b663', '018cc251-f400-7000-8001-52969b20349a', '2026-10-03', '2026-10-03', -28180, 'NOK', 'Frukt og Grønt', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Frukt og Grønt', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-8005-d20965eaa51d', '018cc251-f400-7000-8001-52969b20349a', '2026-10-23', '2026-10-23', -14025, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bysykkel', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2s4z5e4b385', '018cc251-f400-7000-800a-8c0aaec8ecab', '018cc251-f400-7000-8001-52969b20349a', '2026-11-22', '2026-11-22', -11795, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Kollektivreiser', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:24.555+00:00');
INSERT INTO public."World" VALUES ('~mwtt2s4z5e4b385', NULL, '2026-11-23T21:56:42.612+00:00', 0, '2026-11-23T21:56:31.031+00:00', '2026-11-23T22:26:31.031+00:00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, true);
INSERT INTO public."World" VALUES ('default', 'default', '2026-11-23T21:56:24.472+00:00', 0, '2026-11-23T22:56:31.031+00:00', '2026-11-24T04:40:00.000+00:00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"kind":"EMPTY"}', NULL, true);
INSERT INTO public._prisma_migrations VALUES ('e2c4ddb6-62f9-4751-9cfa-6a77a0289049', 'f765c48dd928ebc6090c1f6cb4b7a3a69546f2e8b8e614a50892971cce8aac95', '2026-11-23 21:56:17.701897+00', '20261123043000_books', NULL, NULL, '2026-11-23 21:56:17.701897+00', 1);
INSERT INTO public._prisma_migrations VALUES ('7f0a20f9-a2d0-4b9b-88de-55a1f7a63709', '25ed577d43983b5ba47a9f217fd850b2ebe6b436704d43e312226654340d044f', '2026-11-23 21:56:17.701897+00', '20261123073228_secrets', NULL, NULL, '2026-11-23 21:56:17.701897+00', 1);
INSERT INTO public._prisma_migrations VALUES ('248bc357-2880-4e3a-aff9-b3347e093cd9', '3df7d3918b574b785fc17251c15b735df192f03d8b8bbf9c95a216549717304e', '2026-11-23 21:56:17.701897+00', '20261123073557_list_orders', NULL, NULL, '2026-11-23 21:56:17.701897+00', 1);
SELECT pg_catalog.setval('journal.loss_id_seq', 1, false);
ALTER TABLE ONLY journal.batch
    ADD CONSTRAINT batch_pkey PRIMARY KEY (id, day);
ALTER TABLE ONLY journal.batch_20780
    ADD CONSTRAINT batch_20780_pkey PRIMARY KEY (id, day);
ALTER TABLE ONLY journal.call
    ADD CONSTRAINT call_pkey PRIMARY KEY (place, day);
ALTER TABLE ONLY journal.call_20780
    ADD CONSTRAINT call_20780_pkey PRIMARY KEY (place, day);
ALTER TABLE ONLY journal.loss
    ADD CONSTRAINT loss_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."AccessCount"
    ADD CONSTRAINT "AccessCount_pkey" PRIMARY KEY ("worldId", "tppId", "customerId", "accountId", operation, day);
ALTER TABLE ONLY public."Account"
    ADD CONSTRAINT "Account_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Agreement"
    ADD CONSTRAINT "Agreement_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Authorisation"
    ADD CONSTRAINT "Authorisation_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Booking"
    ADD CONSTRAINT "Booking_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."CardAccount"
    ADD CONSTRAINT "CardAccount_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."CardTransaction"
    ADD CONSTRAINT "CardTransaction_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."ConsentAccount"
    ADD CONSTRAINT "ConsentAccount_pkey" PRIMARY KEY ("worldId", "consentId", "accountId");
ALTER TABLE ONLY public."ConsentCardAccount"
    ADD CONSTRAINT "ConsentCardAccount_pkey" PRIMARY KEY ("worldId", "consentId", "cardAccountId");
ALTER TABLE ONLY public."Consent"
    ADD CONSTRAINT "Consent_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."ContactInformation"
    ADD CONSTRAINT "ContactInformation_pkey" PRIMARY KEY ("worldId", "tppId");
ALTER TABLE ONLY public."Customer"
    ADD CONSTRAINT "Customer_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Engagement"
    ADD CONSTRAINT "Engagement_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Execution"
    ADD CONSTRAINT "Execution_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."FixtureEntry"
    ADD CONSTRAINT "FixtureEntry_pkey" PRIMARY KEY ("worldId", kind, id);
ALTER TABLE ONLY public."FixturePart"
    ADD CONSTRAINT "FixturePart_pkey" PRIMARY KEY ("uploadId", place);
ALTER TABLE ONLY public."FixtureUpload"
    ADD CONSTRAINT "FixtureUpload_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public."MachineTime"
    ADD CONSTRAINT "MachineTime_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public."PaymentEntry"
    ADD CONSTRAINT "PaymentEntry_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Payment"
    ADD CONSTRAINT "Payment_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Request"
    ADD CONSTRAINT "Request_pkey" PRIMARY KEY ("worldId", "tppId", "requestId");
ALTER TABLE ONLY public."Scenario"
    ADD CONSTRAINT "Scenario_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Secret"
    ADD CONSTRAINT "Secret_pkey" PRIMARY KEY (name);
ALTER TABLE ONLY public."SigningBasket"
    ADD CONSTRAINT "SigningBasket_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Snapshot"
    ADD CONSTRAINT "Snapshot_pkey" PRIMARY KEY ("worldName", name);
ALTER TABLE ONLY public."StatementMark"
    ADD CONSTRAINT "StatementMark_pkey" PRIMARY KEY ("worldId", "holderId", "bookingDate", id);
ALTER TABLE ONLY public."Tpp"
    ADD CONSTRAINT "Tpp_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public."Transaction"
    ADD CONSTRAINT "Transaction_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."World"
    ADD CONSTRAINT "World_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public._prisma_migrations
    ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX call_world_id_day_idx ON ONLY journal.call USING btree (world, id, day);
CREATE UNIQUE INDEX call_20780_world_id_day_idx ON journal.call_20780 USING btree (world, id, day);
CREATE INDEX call_world_place_idx ON ONLY journal.call USING btree (world, place);
CREATE INDEX call_20780_world_place_idx ON journal.call_20780 USING btree (world, place);
CREATE UNIQUE INDEX "Account_worldId_bban_key" ON public."Account" USING btree ("worldId", bban);
CREATE UNIQUE INDEX "Account_worldId_iban_key" ON public."Account" USING btree ("worldId", iban);
CREATE INDEX "Account_worldId_ownerId_id_idx" ON public."Account" USING btree ("worldId", "ownerId", id);
CREATE INDEX "Agreement_worldId_ownerId_id_idx" ON public."Agreement" USING btree ("worldId", "ownerId", id);
CREATE UNIQUE INDEX "Agreement_worldId_ownerId_name_key" ON public."Agreement" USING btree ("worldId", "ownerId", name);
CREATE INDEX "Authorisation_worldId_customerId_id_idx" ON public."Authorisation" USING btree ("worldId", "customerId", id);
CREATE INDEX "Authorisation_worldId_resourceId_id_idx" ON public."Authorisation" USING btree ("worldId", "resourceId", id);
CREATE UNIQUE INDEX "Authorisation_worldId_sessionId_key" ON public."Authorisation" USING btree ("worldId", "sessionId");
CREATE INDEX "Authorisation_worldId_status_expiresAt_idx" ON public."Authorisation" USING btree ("worldId", status, "expiresAt");
CREATE INDEX "Authorisation_worldId_tppId_id_idx" ON public."Authorisation" USING btree ("worldId", "tppId", id);
CREATE INDEX "Booking_worldId_creditId_id_idx" ON public."Booking" USING btree ("worldId", "creditId", id);
CREATE INDEX "Booking_worldId_debitId_id_idx" ON public."Booking" USING btree ("worldId", "debitId", id);
CREATE INDEX "Booking_worldId_paymentId_id_idx" ON public."Booking" USING btree ("worldId", "paymentId", id) WHERE ("paymentId" IS NOT NULL);
CREATE UNIQUE INDEX "CardAccount_worldId_maskedPan_key" ON public."CardAccount" USING btree ("worldId", "maskedPan");
CREATE INDEX "CardAccount_worldId_ownerId_id_idx" ON public."CardAccount" USING btree ("worldId", "ownerId", id);
CREATE INDEX "CardTransaction_worldId_cardAccountId_bookingDate_id_origin_idx" ON public."CardTransaction" USING btree ("worldId", "cardAccountId", "bookingDate", id, "originalAmountMinor");
CREATE INDEX "CardTransaction_worldId_cardAccountId_originalAmountMinor_i_idx" ON public."CardTransaction" USING btree ("worldId", "cardAccountId", "originalAmountMinor", id);
CREATE INDEX "ConsentAccount_worldId_accountId_idx" ON public."ConsentAccount" USING btree ("worldId", "accountId");
CREATE INDEX "ConsentCardAccount_worldId_cardAccountId_idx" ON public."ConsentCardAccount" USING btree ("worldId", "cardAccountId");
CREATE INDEX "Consent_worldId_agreementId_id_idx" ON public."Consent" USING btree ("worldId", "agreementId", id);
CREATE INDEX "Consent_worldId_customerId_id_idx" ON public."Consent" USING btree ("worldId", "customerId", id);
CREATE INDEX "Consent_worldId_revokesAt_idx" ON public."Consent" USING btree ("worldId", "revokesAt");
CREATE INDEX "Consent_worldId_tppId_customerId_grantedAt_id_idx" ON public."Consent" USING btree ("worldId", "tppId", "customerId", "grantedAt", id);
CREATE UNIQUE INDEX "Customer_worldId_customerNumber_key" ON public."Customer" USING btree ("worldId", "customerNumber");
CREATE UNIQUE INDEX "Customer_worldId_psuId_key" ON public."Customer" USING btree ("worldId", "psuId");
CREATE INDEX "Engagement_worldId_accountId_id_idx" ON public."Engagement" USING btree ("worldId", "accountId", id);
CREATE INDEX "Engagement_worldId_agreementId_id_idx" ON public."Engagement" USING btree ("worldId", "agreementId", id);
CREATE INDEX "Engagement_worldId_customerId_id_idx" ON public."Engagement" USING btree ("worldId", "customerId", id);
CREATE UNIQUE INDEX "Execution_worldId_paymentId_date_key" ON public."Execution" USING btree ("worldId", "paymentId", date);
CREATE INDEX "Execution_worldId_paymentId_id_idx" ON public."Execution" USING btree ("worldId", "paymentId", id);
CREATE INDEX "FixtureEntry_worldId_key_idx" ON public."FixtureEntry" USING btree ("worldId", key);
CREATE INDEX "FixtureUpload_caller_idx" ON public."FixtureUpload" USING btree (caller);
CREATE INDEX "FixtureUpload_expiresAt_idx" ON public."FixtureUpload" USING btree ("expiresAt");
CREATE INDEX "PaymentEntry_worldId_paymentId_position_idx" ON public."PaymentEntry" USING btree ("worldId", "paymentId", "position");
CREATE INDEX "Payment_worldId_agreementId_id_idx" ON public."Payment" USING btree ("worldId", "agreementId", id);
CREATE INDEX "Payment_worldId_basketId_idx" ON public."Payment" USING btree ("worldId", "basketId");
CREATE INDEX "Payment_worldId_customerId_id_idx" ON public."Payment" USING btree ("worldId", "customerId", id);
CREATE INDEX "Payment_worldId_debtorAccountId_id_idx" ON public."Payment" USING btree ("worldId", "debtorAccountId", id);
CREATE INDEX "Payment_worldId_debtorAccountId_status_idx" ON public."Payment" USING btree ("worldId", "debtorAccountId", status);
CREATE INDEX "Payment_worldId_dueAt_id_idx" ON public."Payment" USING btree ("worldId", "dueAt", id);
CREATE INDEX "Payment_worldId_status_id_idx" ON public."Payment" USING btree ("worldId", status, id);
CREATE INDEX "Payment_worldId_totalMinor_id_idx" ON public."Payment" USING btree ("worldId", "totalMinor", id);
CREATE INDEX "Payment_worldId_tppId_duplicateKey_idx" ON public."Payment" USING btree ("worldId", "tppId", "duplicateKey");
CREATE INDEX "Request_worldId_createdAt_idx" ON public."Request" USING btree ("worldId", "createdAt");
CREATE UNIQUE INDEX "Snapshot_contentId_key" ON public."Snapshot" USING btree ("contentId");
CREATE INDEX "Transaction_worldId_accountId_amountMinor_id_idx" ON public."Transaction" USING btree ("worldId", "accountId", "amountMinor", id);
CREATE INDEX "Transaction_worldId_accountId_bookingDate_id_amountMinor_idx" ON public."Transaction" USING btree ("worldId", "accountId", "bookingDate", id, "amountMinor");
CREATE INDEX "Transaction_worldId_paymentId_id_idx" ON public."Transaction" USING btree ("worldId", "paymentId", id) WHERE ("paymentId" IS NOT NULL);
CREATE INDEX "World_discardedAt_idx" ON public."World" USING btree ("discardedAt");
CREATE INDEX "World_expiresAt_idx" ON public."World" USING btree ("expiresAt");
CREATE INDEX "World_imageId_idx" ON public."World" USING btree ("imageId");
CREATE UNIQUE INDEX "World_name_key" ON public."World" USING btree (name);
CREATE INDEX "World_wakesAt_idx" ON public."World" USING btree ("wakesAt");
ALTER INDEX journal.batch_pkey ATTACH PARTITION journal.batch_20780_pkey;
ALTER INDEX journal.call_pkey ATTACH PARTITION journal.call_20780_pkey;
ALTER INDEX journal.call_world_id_day_idx ATTACH PARTITION journal.call_20780_world_id_day_idx;
ALTER INDEX journal.call_world_place_idx ATTACH PARTITION journal.call_20780_world_place_idx;
CREATE TRIGGER "CardTransaction_delete_mark" AFTER DELETE ON public."CardTransaction" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public."CardTransaction_count"('-1');
CREATE TRIGGER "CardTransaction_insert_mark" AFTER INSERT ON public."CardTransaction" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public."CardTransaction_count"('1');
CREATE TRIGGER "Transaction_delete_mark" AFTER DELETE ON public."Transaction" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public."Transaction_count"('-1');
CREATE TRIGGER "Transaction_insert_mark" AFTER INSERT ON public."Transaction" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public."Transaction_count"('1');
ALTER TABLE ONLY public."Account"
    ADD CONSTRAINT "Account_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Agreement"
    ADD CONSTRAINT "Agreement_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."CardAccount"
    ADD CONSTRAINT "CardAccount_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."CardTransaction"
    ADD CONSTRAINT "CardTransaction_worldId_cardAccountId_fkey" FOREIGN KEY ("worldId", "cardAccountId") REFERENCES public."CardAccount"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."ConsentAccount"
    ADD CONSTRAINT "ConsentAccount_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES public."Account"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."ConsentAccount"
    ADD CONSTRAINT "ConsentAccount_worldId_consentId_fkey" FOREIGN KEY ("worldId", "consentId") REFERENCES public."Consent"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."ConsentCardAccount"
    ADD CONSTRAINT "ConsentCardAccount_worldId_cardAccountId_fkey" FOREIGN KEY ("worldId", "cardAccountId") REFERENCES public."CardAccount"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."ConsentCardAccount"
    ADD CONSTRAINT "ConsentCardAccount_worldId_consentId_fkey" FOREIGN KEY ("worldId", "consentId") REFERENCES public."Consent"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Consent"
    ADD CONSTRAINT "Consent_worldId_customerId_fkey" FOREIGN KEY ("worldId", "customerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Engagement"
    ADD CONSTRAINT "Engagement_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES public."Account"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Engagement"
    ADD CONSTRAINT "Engagement_worldId_agreementId_fkey" FOREIGN KEY ("worldId", "agreementId") REFERENCES public."Agreement"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Engagement"
    ADD CONSTRAINT "Engagement_worldId_customerId_fkey" FOREIGN KEY ("worldId", "customerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Execution"
    ADD CONSTRAINT "Execution_worldId_paymentId_fkey" FOREIGN KEY ("worldId", "paymentId") REFERENCES public."Payment"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."FixturePart"
    ADD CONSTRAINT "FixturePart_uploadId_fkey" FOREIGN KEY ("uploadId") REFERENCES public."FixtureUpload"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."PaymentEntry"
    ADD CONSTRAINT "PaymentEntry_worldId_paymentId_fkey" FOREIGN KEY ("worldId", "paymentId") REFERENCES public."Payment"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Payment"
    ADD CONSTRAINT "Payment_worldId_basketId_fkey" FOREIGN KEY ("worldId", "basketId") REFERENCES public."SigningBasket"("worldId", id);
ALTER TABLE ONLY public."Transaction"
    ADD CONSTRAINT "Transaction_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES public."Account"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
