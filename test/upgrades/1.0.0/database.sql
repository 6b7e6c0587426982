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
CREATE FUNCTION public."Key_free"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM "Key" USING "deleted" WHERE "Key"."worldId" = "deleted"."worldId" AND "Key"."kind" = TG_TABLE_NAME AND "Key"."id" = "deleted"."id";
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
    "traceId" text COLLATE pg_catalog."C",
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
    "traceId" text COLLATE pg_catalog."C",
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
    life text COLLATE pg_catalog."C"
);
CREATE TABLE public."Key" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    hash text COLLATE pg_catalog."C"
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
INSERT INTO journal.batch_20780 VALUES (1, 20780, '\x7591516fda301485ff8a759f36c9a6890321a4ea030bd98604a522545b47d0649c9b91156cea987614e5bf4f0ed58626edcdbef6f9eeb9e72e97304c9234cbc897d97c3222d374341e7e5f3cdca5e4c36cf44046b3e47e9ade2ec8fc7e92664061b9020abee70185530e4f0734c71ce21c76072b6ca5153991d220be62b2d5f2919c88d22fa42135da4ca212a6d2efeab7434cf23c8702b7e2784d76f58defae94d86a87754c82f7e444aa8234a4c9a1714dfdc1b96921acc8213ee570d1e95c50faa575c33d1e32df673c58701efbddb81b74ba51f82d8786e67061e62cab8a56e5f9827ba23f6052f01eeb7783824541e8b1a02cc275d8452e077e0e4dd3bae140e1b3aead73c6fb1dafe375fc381844bd0028245a29942e0fa020b7bac673d1a2b26c82ea87ddfc89712825ee1d46ecf7db4ab6295efdacb5a2c4e22f7b85cf4e545b83627741591cf70efaaf08280c0f76a34df5da92dcca365551a0728b9b6389c6a061777a5bc92350509a99b72250f8ca12ad5a930ecf667b3742dd7eab555596ed978f46ec2edfb2e1349dcdc79fc6b7ce9e901b6c29466fcffcda6a7339ff7f9c5f13b911a6467b73b0258b80422654b116ea91cdf1e9806dd47f571478c8fafd10d95a4421e3eb5e1115bcf07a92c36af51b');
INSERT INTO journal.batch_20780 VALUES (2, 20780, '\x75915d6fda301486ff8a77d48b4e8a994d922661da450ad986c49712aaad2268328e2959c14e1d671243fcf7ca01263a6d77c7e7bccf7b3ebc5840dcef275986be4dd3d1008d93c130fe317f9c25e87e3a78448369ff619c4ce6287d18251938b0588203d427e0c021879746e87d0ebd73846675332c6e6f78531bb5137ad2ec5642f7506674299fdebd47077429dd5e828be62fc86a2beb868ee8988393c32fa64bb6da8a3a87de2187b77c3b0375891bb9348a7c3f87e3111c08ce7316ccb0b7d8e9d57668594243cebb3ec56b8f101c1042704848178bc0f57c4aee3cca426b6a5da9070e7c55b5b17137e8900ee9d09e1b85be0b0ef49594829b524970806f552d4e4923a4c123219fcce6cf0963ce45656d58556d4bce2cf5e167dda27d255b64beafacc33f147163364a97bf5bccfecda62c0a21ed0f654c162b269ff1fd1e1c782e6d8f54ac85d642e399da96dce6a5c2fa9c0407bee3eb96785ad969ea5656cb72bd6e259f35db89ab5a168f93693afc329cd82d19df88d645abedc9bf364a5f1fe03fdb7c447cc3742dcca7c6ac7178bd412a5e1ad1de9a50d6252c887071470a1cf8a18743ca09a6c2639cd0d0ef163e2c97af');
INSERT INTO journal.batch_20780 VALUES (3, 20780, '\xb557598fa3c8b2fe2b16af65da9960bcf4516b94c9666c0366374c8d4609a431368b0b70813d9aff7e6457d76c3a73cfbd579a2750ac5f44464446fef823639b9e2b8f02d3de4a23478be49128dbaea6682272e591a3a906723d5b1e499a2a3beec836b7b233b265cbd36c59fa79252349b69dd1c7f767c5b475e43ef8bb2d0a47ba2c69e86737dcc9236c4ae1c8f61eca8e281bc8d64c66ccfcf813336638b064c6cc2faf4c5eb55d734d3a9aa2b2be56dd2bf3f59757867cfebf3210802f00bc32e35726b9360dad92db2bf3f59531cccd2bf3eb83dad034efeac620257d72cc828c8cba494b52551f7adf255092fcee228f49f5dd105c4001f053c0010067ff83a794c65dddfc9d155ef8b00201807f8bf75766cccc05f011fb85dc4a5a755afac40120e100992fd9741643760e0e024b66f1829dc7f3393cccb898e78427b8ae21554b922eaf2ba723ddb57daadba22ffd95ad50fa60fe39a1ff259d7fb0ae50aa55699e90ae6e5e99af0752b474fcca5cdaab4edb96641fe9de1594b474442e97a67ea7a3ee98b7a3ef918df26a74abafcd2826d5f9cb13ddcf455e9dbf836a6971f880776ce8e3ef9599bcc3c977e57652d54d4fb39c546c5a97b4edf284fd386cf609f2409b76f2bfceda3b6de287df1f5f1955769f5824792bbbf22bf3d3a38cdacf54fef2cafcb370269faec6afcc5f517d4049884dd3bca1c9f776f81d4f9b903f859cb0738183ec62061376099774b99c42c81d3eeaefef8cff5635ff7ca8e4da1deb266fc9a35aff7c5aff47e8bf3e5a87e79831b3aadb8e1933909b7f015fc017f8955f2e049e1933625d55f4d917cc98498abaa51fc48e561dbba555d61d7f1b3d2849e8e561865c2ec5a3c4f3ba9a9cdabafa838a7bbb3c2cfc070989740f8e5e57e311c78f8cfa7dc4016e36e2b8af70fa753a1ba9bacb8c1929cfe813abb3422c27ccbe9956ae11e40459091c81ab3dfd2d8a957820c0ba11bab622ae9d5c4881d4c33cf9c68c9981254f98ec211f983153d5d5c3abbbdbb10e6ddbbcae584d62c64c3a8ba9b0e096ec6c0667ecf440091b5320b03005e92225902c975366ccec1c8fd5762c4ad386b6ed1f33f8c97c18037091249c00d9c31400760e00601700702c9df3530182d91492c527883cab48776d282bd2a6cb0f8f343ed3a269323e8922bace32d46b18659a65cb6fd08e8675b81fd64207e76ba5783bdc9181b3f3dbf19cabcb1e6064b50a92f056b7da5eb442c9b72c55eed7a67b97a98e7b15414f16b3def738e51aa9eb635cb6ada6d845c2db7918088d262bae6ef7bd9a3d7525091b6e1808e7b054aee42649e52a2ae2955168b281753cdd4baec6e9ae7cd3efda4d77adbb0eeb078dff0bad775c79aba3f3d33f3eeaa27b5e0c928bb638337c8c6a1dabca290ebc612521f2a4a9b22e43ecdab2b0db7a916b3960d04f3a30dc9037a5f31f74f54fdd3ecbe45c4740159d37d5d1625eb2648c2c0fa1a986a51e3df81b546b1859526e8263e7a9bb7b54012fdb2ea474a3d845ebae97d6a9809345b2bb52eded9d6b9437d17befed9be65b8b176e7b975e2404ee27eb38e4263f4922f7a85f02f8726a28b2e26b4882c1e828ae442fcdb237199d5ee8de85ca29f0e4693a9bbcc05ede88f76bd17287de10e1a599cd37203a6d961b2ed9cf8e970198349d74daacac35ec4ef4f344b388b06d56ed5aed5f44ef520e70e7e7976cfdb27ebb6c422b424d954682d1413b348d8d709fb462d15dc569e49397b7427010c981ab08b2319fcf0d69b88175b8a7a9de764d2e86d16cfac63772a72a735dc29a71f55ef84447f35094eb4e7d59c0c9e49de3ae5bc15b5af2b623ed0e2c26e81254f3c4396ff2213fd6b3dd447e539d482b6c94e91821f594d1a4cfa8d54b28947c1bb8c85a4d30d27a2421f371b62b6b81d1612163a48bb845fdea51a73630310e6545dd12de6c00670d81358b6fb1be2d2f9235dc308d75bc78d44faaf556a8638294f541789916d6299c6f022fb3136d7a08c862e69dba54d754096759833359c15682516ff3facaeb4514aa1889a69dc958c7ba8a330b9dce21c627b4c65922234d5091158aba623d79599455e88437ba18f6b215ae30127129261865bdea2986b58778ad6359c5bd859eb296aee302bb9eb2c48ed58776595cc340b8a76ad1267c718df656b65919c7b8b4f398cf2e128a4cf706550fc8bd6485eb4d1d69c7f7c44096bcc51692b24cc648e90b7e729bde275a45138996d68cec1cd3bb08494b86cbfb6ada8679dc6bd27e026d2559ac0f79cfd71142deb1e453d3df46cbd6e1aeb931699dbe3cefe12e6f6f08960669bc5e98d8be3275eef3d5fb823b25fa99c36b35ef2743ba58f64e53d3b32a44aa779946fa9057db1ed2cc7a11b578ffb66b33d7b40693b446d4bc09f9d085b590df44bbdd2e66b521e2d833e237f1742c9af3e5a6ed93581c8e8b5dd170b774bab54fbb15d05fb4bd9a707eb473b16005945b23cd9ad513bc0494be97b977cd5db3bfde0ffcde4ff489bede0e67e56ee4bbfc6558dea7d8aaf6d1bd35217797cff317ae5e59f359b3cc0ea9366d2745272e4473b29e1145eb72b56eb7e9c99d6f80bc4816f0e5d63e6e87c73c17ebaaa3c3e31edbd99a8f5cf9fb68fedc1f58cfd6983173ecba4bfb7532e92e972f7420e5a5a09398246766ccec599bbe5d69db7ddc25cb25bf84c99cb2245d2cd8e992262ce148ca2e97699ac4f0309f73901933cee7e867c6ccb71faedd815dfc807f209c2f3881b5d40ac3dcb916305425375c0b9a810e4c371c0c4e0766e071916af1e14903867be642372db7b281779e61eefc8fe27a0e73dd0cd3d26f13cecb2c20b7ee1dfe3ecce1906c45ec457b037c0c778cbddb20ed3c61a7e5c33156d3f7a42c0051c152abd6f7d08177a2ca37c30df3ad7a2cc2c02e924a5f6af9f116ed15f8b0b3dddbc7a44c8b543c6791aa80c8c16712a445c25b1915e1ef724171d656f89e3af0128918242bd425a57f26fb7511f25697eed7172d1fee2448afe1de8649e92db542916210e51e37d8ae3c1dc8bd387baa320b0b63ea16ca60aaca2a763a21da63492fcf82b35a0f29a768a62a43f7b40e8d203a11de17ecf370f4c00244c17a4f54a3d7f922d7ab0824f7b5e697826f4be9cae2152b9565989470679551bf01514057919dca3d74e588102f15820a5f75a0f45b8877d1fe88ad7b7a4e3de5468b239772721ff1118e211e087fdcb8a7b5e3c1b4f3ef696d73866bf1fa34829723550a4507a031f669190797dc5470434fb66c708517437bd0838bec2b514b0218d89e11b85232f54aaddf70ebce1097d028c25ba01ca5f0bc5ca727bb8b39ab498aa310df3adfaeec9bc3c920dea366c3854dec0d9caf468ea9dab921c97dc86b777f5548ae3c78e93d356355091c50ec5d5fd9255cb10ffde3dd28f521aaa29b2776471f7a3757ed56ce5de75cdfdf6deffee007c5d10b2e6174376c3df04958acc3a4ba38ae57446919d5ba67d441d919f1e9cc257e3ad86207a33b586ad9b76f3f3cda6f5b7f6c8dccf89f79b5fcf745f45fa3e4489a9676df9e0df8684b52a58fb716eb24b4224d5e3fb6435a90dbbf4665fbedd9b89f12dfbbfeb9f1fdf6f0e45376ce1d629670338e8d85454266f379029fdbf5ff6750fcf4d3bf01');
INSERT INTO journal.batch_20780 VALUES (4, 20780, '\x75926f6fd33010c6bf8ae51708a4b8b5f3a7498a2654da0095b6b56a3b605a26e43a171ad6da9eeda08daadf1d3999c684e0eddd3d3f3dcfdddddce0c9745aacd7e8cb62753e4317c56c3ef9b6b95e16e8fd62768d668be9d54571b941ababf3628d037c738b03cce20c07f858e2fb16cc6389c7253eb48ebb46497444421df41e1c4c5ab753a6b15dfd75538d51599698321e529ee6a41a6d05499390916cc404c9590e791e3316d6d4cf0548dbb697b0884679c4f23c49fa8e6a9d500718a3c972b95a7c2e666fd01119a81a03c26d143aa153894fde681af6462bee7889c7c712ffd35ddffa43e822ed9cd3763c1c3aad07f0c07da8e1968bbb77dab6a4a9ce28cb84081346ea985292524a49466948208de284d151cc78f6ca694d2c58db28d96b9ed243143292321a916d12a5240ae33001112734e6253e9d3af3defb27659d0f12a6033aa003368ef22c897080a74a4a107ee538c062af2cf44507d2917390dfddeef9521321407b0cd77adf88ee20c31f56c90039787043f8e945d619e0871794cda3f6d0bf4538c04fa7fdd591fc57ec9aaa02e97f6305351803862cd5be118f38c05211f354c401fe4aa64a76263d9e2cb48f60bb312b9bbaee463e187e78d95b4f2e8ac56afe717ee9ed71b1838e62d4bee75ba7cccbfcff71fe16891d3716dc59eb6ae27f78cd65b5e5f28eace0be856ed5cf0f0aa160240d4731e19cc664bb4da0a23caeb35ce0dbdbdf');
INSERT INTO journal.batch_20780 VALUES (5, 20780, '\x75525d8fda3010fc2bd63e5da5988b13ca47aa3ed090f690e08208a7f68a516592a549013be73877a528ffbd7272ad50a5beadc6b333b3bbde6c601286519290cff16a3e258b683a9b7c5b3f2e23f2219e3e92691c3e2ca2fb35593dcca3041cd86cc181f1081cb87078aa519f39041c4eb511a650925c8811074ca428ab5c991b294e1810ce39ec552d335bbc21176261d210913d0b99627854e9e16677ee88cb35bbfbcb532fa4210d87c6ba7a9d6b268ce0105c385c5b7588156e037576d0381cae5d5e59eaa52579ae37a08c51cf5f7b7ec0fa41dfeff54783af1c9ac63a32eb78a72ad3d6c39edb737b2cf0c7a3b73e38102a2931b5538303e95155d88106a5a17394df4dfe67579334c5d2aa88b23c1669bbaadb1f95920e31f8d3dce2b3eda98c4671ba12599f4babf96f133830a94dae74f1ab55b267c98b2c43698fb3c23d6a8d9a2ed5b148cfe0805454bf82e0c0171a2ad966b4f2342eed04554bab64b1dfb7948f5a9caedf92c9228a57b34fb37b1b4fa439b62a5a1d3bfdca287d3dfe7f92bf23692e7485e67d6df6d4fea244c86c27e481aef0a9c676d32e139e2b86638aa9ebd3211b8ca970fd8c0a17770cb38cf55906dbed6f');
INSERT INTO journal.batch_20780 VALUES (6, 20780, '\x9554616f9b3010fd2bd67dc6990d2401a67dc812b6456b932a49b77521aa0c988635b1a931ebd288ff3ed9346d556995263e60dfdd7bbe770fb35ec3683c8e974bf47dbe389ba0f378321d5dafae2e62f4713eb94293f9f8f23c9eadd0e2f22c5e8203eb0d384083001c382670d7707548204ae088b29dcc6ed11109798f0a251fb8402dca9a5acb3d57b54de4dcbccb1c557533cd9f92b3669f728504db73a40f1547ec4671bee742bf82d98a16750f6bf252a3236259261b539a4a795b8a9b1a55ecd0818b52e4367244d7d786f9992081161cf0a9d709c999660944c704ac8c6e29e4bdd5e612778029c5aeb772bd88fa91eff5fc60f0330127814e6a0291560d6f9d049e249f48725e2710ad8f0994b9e52334c832b74f71e113828784101c1042317519f15918a63c1c586e3ba637202ee643cfef5332f0290b2ce4747a37538ba51ef1428f8661bf6f4bcc106ce22b53259a4995ef99103665666453178be9b7d12ab6c16737fe539187f390d390e4433723c337cf6e376dbb31d3b3ae76e79c8c4d20a24e02277bcdd6ec4f2e3fa64f5e9b516fdad6b84b5d70e08bacb55d0f7ba4477a34f2c2a06f5c1f4b2178a64b29c031aed7bc0b6a2e343ee3e2466f9f3ef55196f1cad0b0aada951933a877bf6a291ca4f91ffd8eff36a05a2bcef62f585687ca90be068103a3466fa52a1f2c93b956db32cfb930976bc10bae1457f842eecaec000e0889d563101cf881c752d8260d3d9e57a699da96d5a22c0a5bf249b1fdcbdc72741ecf17d3cfd399698f655b6e5994dc75fcb596eaa5fe7f74fe1e655ba66aae3f34bac0e627b064224f99b8c50b7ed7703b6a42994bd8906152b0100fddd4c76998524c06b93f28bc300d8200369bbf');
INSERT INTO journal.batch_20780 VALUES (7, 20780, '\xcd576d6fdb3610fe2b043f6d80a8927a578a7d7062a7099ac4455eb015513050d4c9512d532e4507750dff9cfd877ccf1f1b48b9ad5bc49eb60cd800c3a675e4dd3dcf3d3c9f6f6ff1e0e8687475857e1d5f9e0dd1f968783af8fdfafdbb113a1c0fdfa3e1f8e8e67c74718d2e6fce4657d8c1b777d8c15e906007af32fc71016a99e1830caf1017a25948dda215924d01e6b32a5095738972f3b6b15ff019a09cd75c0abb67b3bc5ecebf3e1ecc8c23b442bc5b88855220c512add11a69c565cb85ae1ad9fe5456aad5078851faf3f761f3a699567232e41ab64fecf1ac6056696db23a9565a366dc44b891ad560ba1170a0a1bdd64b0cef0da90e031bf63a1e09a67f86095e12f1c74df2c0d193eb85d65b82a2c4d9425427821236540298929a524a13420112d631e269ec762916127c386377be262ec872ca47e4019a58c5aa3e1d31a7f346c716ced435ed5cbeec886f14d3a5bacdb8da26eda4a4e0e9b660ac5f6818eb10d3a5b8e2e70441973696cb77ea98fb55c8cdf6678bd765619fe31087c9a83d0fdfc87e97eff774e86b7a5f0f718673e49d3280cfd288962883ac0df24638178d48b0863c4f3ac792bd80e4e0863b19b86bb287132fc971ab381df36750d535d3d28a85a5019b664ee13106384b2d0e33c2c1880bf170eebd0f680e3534a5dda29ee9912f7c6337e00553e3daa4a4e90ae6ad4ceb959f7c0454be2e7519096900661b0d1fe8e32b10e760f5ccc4bff1d60278bb6860afa002908f7734f88208dbc12f61688267df5e633cf4dd88bf576c8a7a02ad068fef4073af9f0f4a824e83ea0721253eef13866711c77796cf5ddef2e11ed7d89223f76a39d7da5b7e8fe31a8942482720e2201c1f33d95a2c4eb2fb980badecb3bc3e1b25d4ea750f7294e4c022f094512967ecebad0cf178712d6d1dde3eafc0f5a4248846090d032a051d4a96a27aea0ef4dfa2f5a824f922009c232a5d48ff703a1695f20519ab8c1cb85765cb553d08d9af46b048c30f0d39c314858b9af4d53427bdf192f616ef2f25f9f63b5986ad44cd01bf5f4284d5fbb5b9b9719e198871d7cd2b4daae6397bad465077e9a8466b23b6aa4043b6862079b0109ba871aa426672027fafeeb2c3c1002e6c60d9fcfeb4ad8e1f1d587b6910ed2f049bf820773a8d50af86ccb8b997a9f39841d3c58e8fb46559fad273377df574501d24cdf97508252a0c8bba6aec4123b5836446d1e6207ff468e1a699334eec9786e6765bbad955559da2dc78acfb66d5783f3d1f8f2f4cde985498f8b7bb05e545377fe5bdda86dfc3b327f8dc43d572de85f16ba24e65fc2159745cee5945cc2c70558aa29e31ee531272cf23d12fb614e928295244d200904a56998c6f8eeee4f');
INSERT INTO journal.batch_20780 VALUES (8, 20780, '\x95545dafda3810fd2bd63cdb340e215f551f52a02dda7b0902fa798d2a93384bba60731d67b514e5bf5776d22b6eb52b6d5f12673273cecc99193f3c40369dce371bf4315fdfcdd0fd7cb6c8be6e3fafe6e8753efb8c66f9f4fdfd7cb945ebf777f30d6078d80106df1b03862b83c756e80b8394c1159df9e524a469d01549550afbae4bd4186eda0699f37951dae7929f042ab4e046949941652b32838c32fc989d542b0dba22de1f8a566b218b0bea106fcd41e9bae1a656f217820e754848a36bc7586851d6466947337077e8503746e98bc536a8d2ea848c42056f1b816c78873a061d609844b4afabe4863348af0c7e56d57fb9c218a40f570675e90af728f73d1e25a40cf794445e35213cdcc724da4711ad427f3ff6270c30833e1b17934db7536773b238d332276f3619a1fe389884519cfcfc6d0b710ebcb007cce0493c67f63d3f2494127fbcf5fd940669301e0571f8c5b93a759fbb055b2f48032ff5bc91e779bddb8dfc7d997d075c20758e3df1d010675fe67f30e83083e7bdf95f3215249af894c4212d484213912401a57ee531e876167268e7a0f36d4b1d757ee468a97479e252bac46e94cd57f3a585c10c86a60f28dc3cd7e1dfe4b293c12095edf1881918e522d6d30fb3be7c3b2fbd69fe76b1d9aeb3ed22b764f8cae037e0193c410e144fe3e046d25164abd53aff90dd3949765d67a793fa80e19d6a8c3b47236fe48d683a4ee289ddc6a99252147641004371548de88d464843ee84fcd31c9e36372b0a71b630fc7c3ed6855bab17df1a253132e21ff342fc6d831aa3053fdda06c2f670bfa6b1060c8fa05fdee90ec2d71a8cb52487b57ac4525b4169aacd4b12e2e80412aa2072360f844a64aba242d3cc9cf6ec79d5b23ebaa722e6f343fddfedb64f7f37cbd78bb58daf47871100e45ab638f6fd7fdb6feffc8fc252a0e5c37c2bc6a4d4562c0b0e1b2dc73f917598bc75638a98705e784267144a2d0a3641fd38af024de8bc2176130f660b7fb01');
INSERT INTO journal.batch_20780 VALUES (9, 20780, '\x7d555d93da3614fd2b1e3d5bc41fc0623279f0026977b20b3b40da262ba623647951d7961c494e4218fff78e24db4b03e91358ba3af7dc7bae8e9e9e403a9b2d361befcfd5fa7eee3d2ce677e9dfdb4f8f0bef7635ffe4cd57b38f0f8be5d65b7fbc5f6c800f9e76c007e130063e3821f0a5a6f288c014819397b3efba96d45384722c9950dec9e322a3e69765fdb257d05c7bb5a299d7788da738aed441e8f3688e4bea69fc4279aa6d90aeaaf37d967936a41004174b136c901a041ac32d9e048e5c863546607a42a0a5e63e4821c88bfbcbc5374b3e0aa2310c4318c5db289e86c3e9301e0c27e3cf08f808e452fca01c81a996356d7c0448adb428a954084c9f4e08bc50d782172c993dd1052ceb724fa5cd10c6419cc461928c4636c4f0b71b1fb064de52c8acc49cdb2d7dacdcd6e3faee8f74bbb08b98105173fd73ca0cb3e2e8724a8a35cd527d5150640a8a27832499b8825a2cd3381b3c7f05a9a5a49cb87296ab0f16b99222ab89c39dd900edb5102e335687d4d1db76d467e96cd6d1ca98be67dca40a7c04f6b8c09cd0ae90f6b33f480aa1187fbe15e2856616a18d484b53bf930d77ff474110185072c1bb697626d91e1be1100847413c0cc22008030bfa4c3995581b5227042a297256b8661c44ade841142eb996982b4c3413dc300e4db25c8ad282c27130b7685ab8efd07d2a6aa84fc3a6d95916153e96f452bb7619865da3fe4fbff381d45565f32d57f0fd268561140f47e39b49e2b854552f2c2646611f814ad5f6443fa18acaaf8cb88a5fe999c833b1b990dfe833c31c66a2a44a330289a419d3d0b625b737c0474069ac6bd31e04d2d9d6e9ceb8d2b22666223bb14e08f4c2211006c12070625c51cf686a5309d957b32af07f2f4a17d10e9fd39275922f57e1c4c91e054138764dbe9c131f818ceeb590d7515e2fd82f67e90a7d2b7bef833fd944b7de0adf7ddafe65b4c0c7b75ea9deb9a9d0acb457256a76c679ba58d3ec1302d65d5b7466460e8120c451806f124870348237c3388393781cc038cfc6fbf190462471c81dd4d5b4c6a21198463e02c6a8ed303b029d5b5f12e81d2d17356f6f8fb3709be2dc62ad238da241980c3f23e04a33167f09da567575d2fb84fd98f7ef81cde8961bff84400bb34997f3db74e96cad3fbec13cdb63fe6227e41c82d745d1ec9ac6be2a11f0c1ef4269f3c244378360100cc2699c4c46e6259c09cea97509e0036361d42d6aca35bca7fc591ffa573325845606065755c10836def2e61f25b8ef69fa5dbfa15fcd21a525c5e5198a71c82b87800fd25a1f84643f2c9279a10f2ccb2837eff49ae6544a2ae1a3281839021f700165bb087cf0179c096e491a78b8aaacd1d930c5599edb90f71297e77b9bf461b15adffd76b734f43039508b2245e1f09516f2bcfe5f307feb9103968aea77b5cee104f8a01302aee9979ada56b7e38c61889311bc89f21c4e1282e1244e46c38824fb240bc06ef72f');
INSERT INTO journal.call_20780 VALUES (1000, 'default', '01a20a79-c30e-776e-ba86-2b5d8d2d05c2', 1795472081679, 'OPERATOR', 'GRAPHQL', 'freezeClock setScenario', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 1828.48, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (2000, 'default', '01a20a79-d60d-7584-81c0-1e4ac01852d5', 1795472086542, 'KIT', 'GRAPHQL', 'PsuId', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 29.091, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (3000, 'default', '01a20a79-d63d-72fb-a262-b58ca677c153', 1795472086590, 'TPP', 'REST', 'createPayment', 'NO-FSA-123456789', 'POST', '/v1/payments/norwegian-domestic-credit-transfers', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', NULL, 201, NULL, 134.711, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (4000, 'default', '01a20a79-e2c1-7264-aa04-bb5ed0a4f89c', 1795472089794, 'OPERATOR', 'GRAPHQL', 'completeAuthorisation', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 97.813, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (5000, 'default', '01a20a79-ec03-7169-a03d-a0eb1edd141d', 1795472092164, 'OPERATOR', 'GRAPHQL', 'takeSnapshot advanceClock', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 54.319, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (6000, 'default', '01a20a7a-0fa9-72b4-b9b1-06d46f39b888', 1795472101290, 'OPERATOR', 'GRAPHQL', 'clock customers audit', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 412.966, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (7000, 'default', '01a20a7a-1632-735b-8d1f-98e84c009597', 1795472102962, 'OPERATOR', 'GRAPHQL', 'accounts', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 175.05, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (8000, 'default', '01a20a7a-1987-7601-b81f-a98bec2e6430', 1795472103816, 'OPERATOR', 'GRAPHQL', 'payments', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 82.176, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (9000, 'default', '01a20a7a-1a95-72ff-89ca-839542c9b9d0', 1795472104086, 'OPERATOR', 'GRAPHQL', 'fixture scenarios snapshots tpps', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 352.834, NULL, 20780);
INSERT INTO journal.state VALUES (2, 9);
INSERT INTO public."Account" VALUES ('default', '018cc251-f400-7000-8004-60f7a582217c', '018cc251-f400-7000-8001-12a04a99be96', 'Daily', '15034010010', 'NO3515034010010', 'NOK', 'Current account', 'CACC', 0, 1601107, 10000, 0, false, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Account" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8004-60f7a582217c', '018cc251-f400-7000-8001-12a04a99be96', 'Daily', '15034010010', 'NO3515034010010', 'NOK', 'Current account', 'CACC', 0, 1601107, 10000, 0, false, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Agreement" VALUES ('default', '018cc251-f400-7000-8003-d9e190d72c07', '018cc251-f400-7000-8001-12a04a99be96', 'Kari Nordmann', true, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Agreement" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8003-d9e190d72c07', '018cc251-f400-7000-8001-12a04a99be96', 'Kari Nordmann', true, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Authorisation" VALUES ('default', '01a20a79-d6bc-7521-861c-919e994112f0', 'NO-FSA-123456789', 'acme', 'PAYMENT', 'FINALISED', '01a20a79-d6b1-70f5-a6b8-7b771f62b325', '018cc251-f400-7000-8001-12a04a99be96', 'PRIVATE', '018cc251-f400-7000-8003-d9e190d72c07', 'https://tpp.example/back', true, '01a20a79-e321-7103-b537-32425ec4504a', '2026-11-23T22:14:43.486+00:00', '2026-11-23T22:44:43.486+00:00', '2026-11-23T22:14:43.486+00:00', 0, NULL);
INSERT INTO public."Authorisation" VALUES ('~mwttq4uo5626402', '01a20a79-d6bc-7521-861c-919e994112f0', 'NO-FSA-123456789', 'acme', 'PAYMENT', 'FINALISED', '01a20a79-d6b1-70f5-a6b8-7b771f62b325', '018cc251-f400-7000-8001-12a04a99be96', 'PRIVATE', '018cc251-f400-7000-8003-d9e190d72c07', 'https://tpp.example/back', true, '01a20a79-e321-7103-b537-32425ec4504a', '2026-11-23T22:14:43.486+00:00', '2026-11-23T22:44:43.486+00:00', '2026-11-23T22:14:43.486+00:00', 0, NULL);
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8005-47ec190ab752', 'clearing', '018cc251-f400-7000-8004-60f7a582217c', 5000000, 'NOK', 'OPENING_BALANCE', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8002-e9c356245f1b', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 28180, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8004-d20965eaa51d', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 69845, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8006-38a32633284a', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8008-aeb15ecd25e2', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-800a-95a19a5ec116', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 14025, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-800c-3c9bdac08429', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 63767, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-800e-449552675fad', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 31281, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8010-307a2ece7fea', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8012-28be82b9a36f', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8014-b82254e3ab05', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 11795, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8005-47ec190ab752', 'clearing', '018cc251-f400-7000-8004-60f7a582217c', 5000000, 'NOK', 'OPENING_BALANCE', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8002-e9c356245f1b', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 28180, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8004-d20965eaa51d', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 69845, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8006-38a32633284a', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8008-aeb15ecd25e2', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-800a-95a19a5ec116', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 14025, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-800c-3c9bdac08429', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 63767, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-800e-449552675fad', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 31281, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8010-307a2ece7fea', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8012-28be82b9a36f', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Booking" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8014-b82254e3ab05', '018cc251-f400-7000-8004-60f7a582217c', 'clearing', 11795, 'NOK', 'TRANSACTION', NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Customer" VALUES ('default', '018cc251-f400-7000-8001-12a04a99be96', '018cc251-f400-7000-8002-e734510641a8', '13039319955', 'Kari Nordmann', 'PRIVATE', '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Customer" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8001-12a04a99be96', '018cc251-f400-7000-8002-e734510641a8', '13039319955', 'Kari Nordmann', 'PRIVATE', '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Engagement" VALUES ('default', '018cc251-f400-7000-8006-cf3390d69502', '018cc251-f400-7000-8003-d9e190d72c07', '018cc251-f400-7000-8001-12a04a99be96', '018cc251-f400-7000-8004-60f7a582217c', 'OWNER DISPOSAL VIEW REGISTER APPROVE INTERNAL_TRANSFER SALARY', 2147483647, 2147483647, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Engagement" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8006-cf3390d69502', '018cc251-f400-7000-8003-d9e190d72c07', '018cc251-f400-7000-8001-12a04a99be96', '018cc251-f400-7000-8004-60f7a582217c', 'OWNER DISPOSAL VIEW REGISTER APPROVE INTERNAL_TRANSFER SALARY', 2147483647, 2147483647, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."FixtureEntry" VALUES ('default', 'Account', '018cc251-f400-7000-8004-60f7a582217c', '{"profile":"household","transactions":10,"from":"-60D","to":"-1D","seed":1}');
INSERT INTO public."FixtureEntry" VALUES ('default', 'document', 'Ub_Yo9Rs2zbtEOgZs2Gy51', '{}');
INSERT INTO public."FixtureEntry" VALUES ('~mwttq4uo5626402', 'Account', '018cc251-f400-7000-8004-60f7a582217c', '{"profile":"household","transactions":10,"from":"-60D","to":"-1D","seed":1}');
INSERT INTO public."FixtureEntry" VALUES ('~mwttq4uo5626402', 'document', 'Ub_Yo9Rs2zbtEOgZs2Gy51', '{}');
INSERT INTO public."Key" VALUES ('default', 'kari', 'Customer', '018cc251-f400-7000-8001-12a04a99be96', '0LI28aOihCbCtq6yLKTYfq');
INSERT INTO public."Key" VALUES ('default', 'daily', 'Account', '018cc251-f400-7000-8004-60f7a582217c', 'kJs-wkOYmh98Vxh5MSSnyr');
INSERT INTO public."Key" VALUES ('~mwttq4uo5626402', 'kari', 'Customer', '018cc251-f400-7000-8001-12a04a99be96', '0LI28aOihCbCtq6yLKTYfq');
INSERT INTO public."Key" VALUES ('~mwttq4uo5626402', 'daily', 'Account', '018cc251-f400-7000-8004-60f7a582217c', 'kJs-wkOYmh98Vxh5MSSnyr');
INSERT INTO public."MachineTime" VALUES ('MACHINE', '2026-11-23T22:15:08.306+00:00');
INSERT INTO public."Payment" VALUES ('default', '01a20a79-d6b1-70f5-a6b8-7b771f62b325', 'NO-FSA-123456789', 'acme', 'SINGLE', 'norwegian-domestic-credit-transfers', 'ACTC', '018cc251-f400-7000-8001-12a04a99be96', 'PRIVATE', '018cc251-f400-7000-8003-d9e190d72c07', '018cc251-f400-7000-8004-60f7a582217c', 'NO3515034010010', '15034010010', 'NOK', 10000, 10000, NULL, NULL, NULL, '2026-11-24', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'jIKMy+2PRhJm9A+Q1EWJgpuhLddg7GkCq0q4XQtJ6SI=', NULL, NULL, NULL, '2026-11-24T04:40:00.000+00:00', '2026-11-23T22:14:43.486Z ACTC APPROVAL 018cc251-f400-7000-8001-12a04a99be96
', '2026-11-23T22:14:43.486+00:00', '2026-11-23T22:14:43.486+00:00');
INSERT INTO public."Payment" VALUES ('~mwttq4uo5626402', '01a20a79-d6b1-70f5-a6b8-7b771f62b325', 'NO-FSA-123456789', 'acme', 'SINGLE', 'norwegian-domestic-credit-transfers', 'ACTC', '018cc251-f400-7000-8001-12a04a99be96', 'PRIVATE', '018cc251-f400-7000-8003-d9e190d72c07', '018cc251-f400-7000-8004-60f7a582217c', 'NO3515034010010', '15034010010', 'NOK', 10000, 10000, NULL, NULL, NULL, '2026-11-24', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'jIKMy+2PRhJm9A+Q1EWJgpuhLddg7GkCq0q4XQtJ6SI=', NULL, NULL, NULL, '2026-11-24T04:40:00.000+00:00', '2026-11-23T22:14:43.486Z ACTC APPROVAL 018cc251-f400-7000-8001-12a04a99be96
', '2026-11-23T22:14:43.486+00:00', '2026-11-23T22:14:43.486+00:00');
INSERT INTO public."PaymentEntry" VALUES ('default', '01a20a79-d6b1-70f5-a6b9-243119462291', '01a20a79-d6b1-70f5-a6b8-7b771f62b325', 0, 'OPEN', 10000, 'NOK', 10000, 0, 'Ola Nordmann', 'NO1815034020016', NULL, 'NOK', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public."PaymentEntry" VALUES ('~mwttq4uo5626402', '01a20a79-d6b1-70f5-a6b9-243119462291', '01a20a79-d6b1-70f5-a6b8-7b771f62b325', 0, 'OPEN', 10000, 'NOK', 10000, 0, 'Ola Nordmann', 'NO1815034020016', NULL, 'NOK', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public."Request" VALUES ('default', 'NO-FSA-123456789', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', '2 jErJGglFORB6pIjnxhcqJV/aWA/mrk/JxsoXwI5q8po= POST as1wxa 1l4lcoe ztntfp ztntfp 1imkdd8 oewbu4 1m6j6hx', 201, '{"Location":"/v1/payments/norwegian-domestic-credit-transfers/01a20a79-d6b1-70f5-a6b8-7b771f62b325","Content-Type":"application/json; charset=utf-8"}', '{"paymentId":"01a20a79-d6b1-70f5-a6b8-7b771f62b325","transactionStatus":"RCVD","transactionFees":{"amount":"0.00","currency":"NOK"},"transactionFeeIndicator":false,"psuMessage":"Please approve this payment in your bank.","_links":{"self":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a79-d6b1-70f5-a6b8-7b771f62b325","verbs":["GET","DELETE"]},"status":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a79-d6b1-70f5-a6b8-7b771f62b325/status","verbs":["GET"]},"scaRedirect":{"href":"/sca/01a20a79-d6bc-7521-861c-919e994112f0","verbs":["GET"]},"scaStatus":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a79-d6b1-70f5-a6b8-7b771f62b325/authorisations/01a20a79-d6bc-7521-861c-919e994112f0","verbs":["GET"]}}}', '2026-11-23T22:14:46.719+00:00');
INSERT INTO public."Request" VALUES ('~mwttq4uo5626402', 'NO-FSA-123456789', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', '2 jErJGglFORB6pIjnxhcqJV/aWA/mrk/JxsoXwI5q8po= POST as1wxa 1l4lcoe ztntfp ztntfp 1imkdd8 oewbu4 1m6j6hx', 201, '{"Location":"/v1/payments/norwegian-domestic-credit-transfers/01a20a79-d6b1-70f5-a6b8-7b771f62b325","Content-Type":"application/json; charset=utf-8"}', '{"paymentId":"01a20a79-d6b1-70f5-a6b8-7b771f62b325","transactionStatus":"RCVD","transactionFees":{"amount":"0.00","currency":"NOK"},"transactionFeeIndicator":false,"psuMessage":"Please approve this payment in your bank.","_links":{"self":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a79-d6b1-70f5-a6b8-7b771f62b325","verbs":["GET","DELETE"]},"status":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a79-d6b1-70f5-a6b8-7b771f62b325/status","verbs":["GET"]},"scaRedirect":{"href":"/sca/01a20a79-d6bc-7521-861c-919e994112f0","verbs":["GET"]},"scaStatus":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a79-d6b1-70f5-a6b8-7b771f62b325/authorisations/01a20a79-d6bc-7521-861c-919e994112f0","verbs":["GET"]}}}', '2026-11-23T22:14:46.719+00:00');
INSERT INTO public."Scenario" VALUES ('default', '01a20a79-ca25-743d-8360-3fd6b64e2c91', 'delay; ms=1', NULL, NULL, NULL, NULL, 3, NULL, 1, 1, 1, '2026-11-23T22:14:43.486+00:00');
INSERT INTO public."Scenario" VALUES ('~mwttq4uo5626402', '01a20a79-ca25-743d-8360-3fd6b64e2c91', 'delay; ms=1', NULL, NULL, NULL, NULL, 3, NULL, 1, 1, 1, '2026-11-23T22:14:43.486+00:00');
INSERT INTO public."Secret" VALUES ('authority', 'VGQMnkNgBAFMArp61/cOTAL+hdPV5G135fMjhdqWZW7pnuVRD7wqGAViWtWYxipoOzpm+UsJ/W6hdAaO7MwYwA4h54Lf4qVfA21UgLNpLzrcKhOTcxvCc6Vn2VA7NncLmtkaWhNM6nvNI8b9hRpo1jDRtY/pVDnY0T7SzADTcUreuDdGdkco4V4tsI1isOO57mQJxqLpNtu0rTt2s54OoKd8Er7ldZtXF+pGlaiCntXLJmeebk74tvvQ3Z2BMAVEE0qX9xoX3nPpORPBqcSwJLxvf5J89j3JQtClt+RHQEdhfPwadDyQlJlvxBtUvHUQRm4+7ul2gvgNEC1lgRJKRVOH+DkUUjtPxJQkxe1WXKFCyDiTqksj1wc1db6TjkGExdgonF/8R6SzxdcmOZqplSt2Zj7ThvQXMkRetqbAesg7BQUj9sZzQW0Mq3UEFHxy5qwoP1x7O7ex/BX0p+6JubpnXCC6hIkgqmF+e4vc+XffxFQyqChbGQCdF9qObcS8nsVqpPXABkNizlcc2SsBNzwb1KK62GvIY9SksbxYf9vxVySvq/JhvSonpbIgw1bUY599UfH16LYS6IHi6yqfLMCqCBaXTjX4oSaYUqzHedSumk3bAhio7VModEuTx19NjfEVtt2X9ilFDQb5eb+rqFe7QxQkOz5Jkt+bf7pDrUNpCu77Jold/pb8d1Fl98G6CVFWeSLwwmzpgOfLreyidceQxZanJjpnCWxyK70BMcha6LvgLbxU3U/jpdZ3qkj0Y5tz13c0gJvDZBkjk299O/cz2XnE/W/IRHvoQ1waQJm9h9IJfQNUeIBt3xjNf/2JqrtdudTi2/vNrjT3bKL0IGGH/S4S2liPFZMv+O9kQvMl9XrCoNe1qeAPmpQHcBjtxsEytsGG61sLNpNtU0aOeUKpPyussPhOFyZrqkEnknv7hs2W4o5t+fsu5BFwqNGYAkA2AIETyQt/B3zXVRD+UitaFDnHZt8CQL0uneZE0etnex3dAcW/apfKZ5/MDYM+LwnbP+yORLYx5fdJ4kmVoAHpJi9N7YAhBGM7CeZMKkn7/aWs3ahPTrjiwj5YfOja+CcvQYwOSl+k5FQXuVEx3/P9U4cVjDO6rfGfKXciYXvk+ocKsu6nj7DAt8uH68VVRFSqdfqLWEAj82K/zF7B831nNY6pcQswi74uG5Obfcup6SF6cO+SAx9/67y3/5NM9NzXADOBgt3IAPwQueEGuOKkMOhrDI4kpHP3POjir0QGN5KayAyPNH2R3sh+KvU+LICW3l/TyJ87OCbphWniTj0rpwI56kh7KiqhTDRcaCXPneR+18KYYK+u5/hCAPNKlILgBqr9P0v3mqh65XnUdYr3/shEyXPREnpJchTBuJcIL0/N8oZJSyv+nXz4pHuRmgk6GBLNzGrkgUV7i83Q5C3LrA/M47eylB52TYQ4DUfNaERjsf6Xpg8VICnPl5A86ZQA4vjgBdlWjz2UmThppmBvMDvEvu42WAqJJDMnNyNN7HzHqMeCF0QBlivlvsqaDt7DknihsXIJqQBKfnGws4zpez9D3SYwQi+gssel3Kwp/YVSa2mdX8xsF05Q3lgbMDPkav0xJeKLrXVBS1xLV5W/+Zp8oAl+jiTe+BBASk2rzIFkcgm8+GVNtrJgxpPAvlNRghXe0Ek37t3OIsijbUlRLhZD6S7qB/Om5VoZprKFB8fWtiXcUgzxEls94V4CDI+yW16du/4WLreBL3lIIXBwnf9aeSHPmT5raD6kMFeW1ELfQ/zM2uLIH8uajweWgjVtiO3OD+GfaIgq1zAbI4/1MhmrAq12WOCGVR5I3tQBbgqW0ao4HXF4dgQd6dgq31V8cpLP9IyrwvxrYzCVlaXvPQF0kKIyO0BPafMm/Q4ReYwA+cEwNRnejALseIBXWihFn6i/z/id431XQNKjX93BRmalKhYbarUdHMKq3TXyE5fgAh19kF2paVhilLZeeuFYi/b25yTA2WUKxL6MMLOFwfFv5Ox6C10uad7ePSmpHI7gGlkva82ASDZsvTrN3/0KPvajg/C7AkXvN+8osLH7ywH4/lpXA7NYq+ZUx2ZgF51kfcFfAPXB86dSUWaHHRO9KyCy2O1BQX0dhEvhNGamW67PLhlUxUbFPxHoCHmpFzrnL0y2UreHZpyZeoON6grueX1yfqGmVXzAi2Nx6WQfHAh2SjC0O+VF6IselP0p6jimtDsFNw6iy6En6p/5DjyQn8ZqHqeli0yydn8AgESWcRbbfYIz69p5aFTkjycoF96kWUhIbwdKtFT1ferF3tvToOiJA2PtnUL2uZRE94yePm0WmPj/LQrQJA+sVNCaRF6rE3mZ5BHFcxlIL+GV+yEtF94opCoVjrG5+YL1fgEmWVIDJOS9fOFCJ8l84CAx8Klctwr7iyWZ8Am7Qjf7Hfrb9kYc8plhZLY5PLeXkeIvNOfwODeMR2O1/qNXN5oUtij4+Vo3s1tr82QrWc423j0Mp48ChaAmQbOboLZinsoqEj5gvy7qS/T1qGXMeEwOTCe8TASzIZwOmG8Y+6NhrDEz2cb7XgtjaHi0D4ZS0irBSjsdn2uqCRJocGN/Qp8b/LrEgeS9yt9YfV2L8bykCWI/u4L0smIZmmxWJT6K1U3FyDvmo+BheDxDWtwNiv5jaVFrVZc1L9rCpoiq9T3UbGFYqxKFBkMOH4leEkF6HrXRcrhPc6qUhsAUikNHBbyanVtNTY0a+2xIfyfaTgZSD6vlzHOxOd7aaHBTKswg8EbfWNHt8fI0Bmrc8HvqSFnxtiH8zAjrxi+ewUofrd/VLyALTOzRnv8YR8h4beTrOSCOcv5qDnYX1bQIAn/E25buoBz7hvxG0KM6BIjwQRI9SpNdmZ3wQoebVP41pveaikBf4sn24IuzrUIMoPWHVJFarSI6fuqVOH7+0+nHlGs1qdxXVRICYYBy0eNMwa1HgprmgSScQl9MY14zn2IRW0rvFau2rleWyvCXzY6S40UEKNeK+OfSqXqxe+gZIGKMxyiuUWBIDtQKjWFxTO9a0AHyS7LCO16zXuoSYLme2/isVHRBOrtEt76bV8xpY9pRuD6N/rdwZrEKSQDmxBtYAHfCJNUFiUmAI/JXUQIJEb0PX9OyX+k/BXevjBA2zqUoYmIpL/AITbga5nrc40szc2aC5ZlPPUYOb22gSzeHkCKQTN+luAgkkJYDilwBh+QKW1B3drLNfH6XZNQ0C+GIzzt44kujIlAIj4BeNaJc9UmyTSi67gU4T7It/MRJF/oCGtky5w4PvRCmqnIrCtakZgjTn3Qn54W9AQl8mybGE4KVRuqjxxMHO15RFhLkuanMdbmQ/6X9kxBKQ05MPmlJaMo5MfHAVeKShNTWHNS8R1eMZzUCPpz6dTE1Sq+u/9WxsSxL0JHe1HYbA2IHFDrCdHBT+ijUMuFUVFNN1PhPb96AR5zJw5avi0CwOCVETDefK/RS9u2+XljXvn+Nmu4aPG9vvWF5PpPwGC6xrpumF3bD8ejOzHjMR++TJBPFiRuUyIbZzziChvDjo3B1dZfKOkKCX42ltT8bzbHM1w+kC9WFyn2CKe8XVUYKsiHSkgQ5094L5gsBLLjElS2CAH0Rzb4SLkGH/2xkyaKwibKHH7hs9iz670Jqup+egSgd20jnaBlTK+RJbgaYfEWGeLkZ6BRiHF24WLbFlFJsbUcR+e6pG+o9X4k0W2tGtCqawNbKrmU0hnutaacFeJDEicRHGrN4ZHHfXR57QGfKuoaDnBbcc+cZbAZcAECS/ebJVW2B+jGGvfGw98NFAR2VUS22b+8aSq2eUBR23psQXgpLCbLhRcY80sDSGOEzm1cYZPKEl12/RR1qgT0Hu0l369wTQIGumciMmfpHOtC4jl/v+z3r/o/X1iogoou4RJb3As/yPzHkWZjiznYoS91b8RXCcL/ty+Mypm0yHi0lUArLnUIs9lN9QSSh7r8aqQMxnMk4wwea9wqErTtaaRPUjHVbSBNKqHot2d/sxnZl4X4pEfpakPyq/k/ApGgZLYRo71zKdYAEZN6RZIePJ26gyyajT6jSqjnJqp58B298aU3QE6JRoE9uTEB35QFGTNFOiwGJIijA4auvfQw=');
INSERT INTO public."Secret" VALUES ('tpp/acme', 'O1ndGA6RbA+hSP3ZXG3W6g2UH/cn+Or0ggMJ+fz6cn7BBBfcIF/Q0dRpimI2XVV0AhGJOPYtZsGbBUA1VSV2sS//evP2NgOnQ5bEiZ4p4GPcQ6NVPKKwR3pNUAegU1WfFvjWkYlFQSKugRCDxIyBtag17OpwNBKeSLovV1xBt+rlHx5vkPLG9xTXS4XCyHxxBXRNTl7nbHvsvUmCFoDJWWfJbUAienNSPxl9RLy3wzM6HfJgiq+LdrdhYxKXFKMI/HFAXK25D98ilJtLKYwKBizbVJUBitKRkPuegE4jDf3vyCkeveO7Un89dgpAGfuJhINSWCBRKTfMhfWf7vXFIOYGnGklpelrI9KYR40FHDx8gRLosYI0v30rjEztM9Gm8kMWMsXdg3/JQ8K/oDHWnlcV7QShFSLX2HBMXoU70uj0qOlObVntQsDGZmPnWyKk/qXLv6HVuZgoZp1bOOjUByOCfziexuy2hYOeDDnJcS15rvgBuk6tlTn9yPYzLHeMmNUni7d/J3MVASepylBRbK064B4ETgEjvCAbIzw9no6MC+sgDetJUWFj0KtxiIstjxu890ri3ZIbEe0V6w9LJgl1vVVLBzIijOTns8fo0/SFq8gpt1rIxTTx95kDY03UW2sUsaTLpy6vAyDXSQlTO4OMiGsXGSUyZSbj+T02Jg1En4CxP0UoCs8tpnjjQnuHxyfaVKQocbL3vOZIqepFMjEF/x5WImdTqcy8vZx9O2QsOfm0g/b8djouiea+55f1AhjqjOEvhuOIYBEM/l75VjSTTbPI1jVfgUn4CIhhxO/wPkgK0elR3d9SG4GXwlbQFGlu2sfAMF+npEsXhEpg/jtnpSvwgfxKUtx0mKCk1unhCsuxMDktDER+K6vXnkELCg0vDBIpLzdx/nnogGvUJ5yGQpLfDVju3uJgl6Xr5uMbBbPvDxLXCMLJRnZdInZ53Kx015DvPYYTIzRSBaZFjdzGVdmRm7lF4CgwcZ8XySnnlal+OWYpSyT1girOa/3eRlMUKgbN1Ha6m89q4pVEgqJMTo2vdSZ858jkmRWt2ZlCJvcRAEoI7MGp90reJKQzUW9Dj0LdmlU/NkQN8IGOy5UUt+gynl6K3syxjCyhKKFqvxKn5CwOljqqMNgvYPpiYE6Cuc17pjiBy+oxqLxNFj1uiRY9QTx/+hGxqaE0FeBsBX+Xx6cExYY8/NW2zU9UlSeF47UOQ/DyatTadZ3LwbqNnZjVdqt8NUM3JWq44j+KGd94moxdmqKqJS0eEIOnwByS1MK1rve6qTnkJLjvJ9f1S8AOy6sGblxSDWdyxTZAJH9lvc5wzMHN6zI5UP/soUdsjXkUUD5mnkrsEg6N69CkoAml9arn0C4nTFEJAL2ho+q6wZVgzlxRmZ5hMOAWk3tae9p2nEIesrydn+a3qVHniwLrBfRNmZV5v1e2jOdeSo5oRF5fVFT1yEjHYhbmn2kLh+T83l8bmF2c0JIQ3KyTgRt4hqTVQ3+KpLHrQ23MeT64CLrMVUv/wc3INYuL3YehvZPfu+mq2+MpcSBrlDfUuq0GWtjAMtE8AFcDHlLJIF7FCuIopF7Cv3fHWMCtSi9vEEr5raSuNiY5lGIV/tTf4DO0FrwlVoPOQYgCSn1r/3+5/bzcGBtywNJYmR2Pe0XQLrA9D1Q3bddAs9wG9OgpOYw5g/oldzgb8hHqNK7OfYmfRYbrpPexq0Fynr3/h7pAFhl1ZaBAqxJpzh54IDsbLFAyYZfOrSOp6mCGmQg6zCcxOU+NAPT5PMpsT1/ZqktqHtCe6oSuRayei6gfC4J+wo5x9Y2QCaM4UEGlwydzBt4VW+9B0sN0Xm2MUlpyYbzKvT/lHIzOrTL2C9Hli2A9EMk/3rRJZa4mq49rS6p2aN7buPBdJYH7EGqk+wIWrjh4OKXNmgciRB9ytq7RUi0wL+oztizbCCMnM/758RUX5z4axG8OH4s1CNJ1o/gyhoNsLNq91DjgPYMv1EIELfaNjbY6sP9SiQv6jTkUy/xOSaHKnEu9zjZTYdVu2dLS3spi+DJ95kRmXmyrBTYjGd77nwQx+5XOwu4JaBoisH/uBvn02QIDi7Uok4bCXcuskiUgi1Zhkzef3tJMpavt0EXG+6Ku46aTu8itLhuQfEfmGuutMzb/WcC7jndxfLtd662ACTsK/3C7Jr4esCuNASYZEPoEbF2fhVjIJPTjRWYSG3rfIuxwztzUb0sMtw+wsLC8JUDjVSlgkZz6P/pRrNlr9xePv+x+SboiXSvNOsuPUhW7SasCzI365tU37+upy5SpTkC8WZa+RFjQs4H79wlzLBXaLQzxD1ltdtGJN8IZMygBz7POh7gSu/QE/aC5lxSxN9fBDrNYYB9gfAl51WnSIHzS7m0nSTshrw3Pz4PMCqqiIPwL3pJ4WQQ9enmRVTbdvQTH7lm0Y0XIneeqhfscb0EeJbZ5nCciiNDSKNbU5Q2r9DPW/brsCixGDmZiJ9a6aOHL97BLRELmith0ClKS5yTIQjUOFkjlCtDX/7Lfufg4ow4BgOoW+UXie0/xZ4De/KaQhYO/ojXxcITeo1Awi/LS2AurFbsO0f3i4xVpNPwG98j4q/9m13O3CZabwt7lGIBu8ngSBmLN6dRlrxH/cRCH/3Zwomjev6xaGjIaYWg9mxRTFkhALI5yGMFUc4WpMxGKFY+0JPxLBE8PvAKscvH8Ws7yyTufAx61hzlhkt5n9R+gePut7BLqk5s0t1uak64j2TzUd248s+Bb49T2nAg56gEi9yhOCeY7SfoUVk9XGQDHYl57is4y7Txnmeyf7XlRULVfF9PyGiGB6fmNIYN+ez0QWQgV60rb5JhDYtCBMvUilG8OqBl/1aO5iG8dyTd+vM4DQRnRH6OWGC8Eim/D+zql1EDkKXilDu653wr7XulU5EBdgmneYYHtK9QrQjPlWXPokK78Waxl9DLrSo8l9DeJtUN2AjRBUygeJrJ1z/RUiXQ/erBKZuRvtgeZZ0nPu3nBQfIKGdYgtpgnvV3ijOEaxE3vtR+KSIfeU3sEYkbO8DD1usoyg5sPqKtxSPyvPJYQt6w+KP+9qTCy/5pBvJyrv7XWUXlxBwkalF+kVdKU3NgwPQuLA/N5q5jzPWnIFxNC0QL2C5z5V/j+ttZH+svkVxyf1KAxvraos3R23E6ASpg8Lmaa3dCHaR1Rf0Wq2sA9zvpPbC/2VhX4ebeF7l8jsr0M6bDR2h62J7EWgVU1woUom2ruHZFK5d1MhbPDb7K1PFOVRL3HSUSHKi+Q4sX8Di7B4roVcfzxNnh+9rKLX/8ryKWgIvhnm8wCp6jX570wChaijagZIOAcq+dC8m9FiWNrBpbdX/f0KQPBKFPj9WXZWIz/C8TfHkvU8Wal4YstQZePfB82f/UtWqTMPrKzpH+OvY9agM1oGJerbCEot0hIC4BxZdYYV/uw+pUbWqeJe+Ozc8FT/qQGz4J0+dCNH4yJXm4tJyHvFwAAqOCBtwqwNktlmHOh9O7TosrEQB9seodGZSDBh1mrUssj8Wgud1LSTUWXF5cGLWEHqXal2zK/PsMu0uv1baTE+HfLmN/o15NKuZgTpbvih1WTs7XJgeaxlwG988+c9AXvgeOgHA1IsCiHzDM6S42f12d0MrbHxz++qZAyucI+xyDWPAiTFIo1YLo5mBMJ+5D5qbZegw+M8wjda7oX1rb2K1XHnVERexuMNrx5k4mYm1SEdEPl3BDnj16xTUb529mT6Iy3PbFv67ZrLy7Ng84oS0eyoOK9C2Z/9pRSIVfgcrFd6lASwPma28323gg9rESC9zCaEzyvtwTlrrn/3gBM/sU2xrB/fnGhAVOajHBQV5H5Sc2gTgFpSiGGdtT9hvcQojbyqGlg+1JlfeBru8pdoww5UXOvqAfnFMjIMEbIMypw+JbcHtGNOvrogMgFx3U3P7WE1K4c1VgiLF7yE/sIR1xbFMwvEykVUJVUSfFBKz+CO3NElb6URVudzbmb+mzICmridTIYT+IEzJ5U41ynmDMmsF/vv8/mn9RFk0nFE5YR0REDpRS5keLCRKk9szH79SjTXmjqu0Iaq/onCQT9GYlftiaZG+5Af6glpSic/+oems2s4fihSmrYNRol8DhjP9FF5i4FUuKJ6gL+vdvDTMJ2cWgEzofK8ismg7moyP1BfP7qWCkYk7PYAz1fzd798UIytu+7RftxOd6cOQuDa66+9qu1TFzXR61BJz2lcYxVYBfc5iewpUkr5un8kL1g0A+8A5n/MRtNKGAEyjZ3umxFOrha37BjjkRqettXDYP5wCrCsZ9RvGNPhx9jiXYub4HaLlobK4aYfNmUa+dmhEo8yBen');
INSERT INTO public."Snapshot" VALUES ('default', 'found', '~mwttq4uo5626402', '2026-11-23T22:14:52.194+00:00');
INSERT INTO public."Tpp" VALUES ('NO-FSA-123456789', 'acme', '2026-11-23T22:14:46.605+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8001-1e39b11e81f0', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-03', '2026-10-03', -28180, 'NOK', 'Frukt og Grønt', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Frukt og Grønt', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8003-84845f900372', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-09', '2026-10-09', -69845, 'NOK', 'Fisketorget', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Fisketorget', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8005-cc1e80f40662', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-14', '2026-10-14', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8007-4285c85f3b15', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-17', '2026-10-17', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8009-8c0aaec8ecab', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-23', '2026-10-23', -14025, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bysykkel', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-800b-70a2a7717771', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-02', '2026-11-02', -63767, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-800d-a3b2cc4962fe', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-08', '2026-11-08', -31281, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-800f-3b649fe94540', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-13', '2026-11-13', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8011-0152aa5d1ee3', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-16', '2026-11-16', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8013-9965536867e6', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-22', '2026-11-22', -11795, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Kollektivreiser', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8005-cc1e80f40662', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-14', '2026-10-14', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-800f-3b649fe94540', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-13', '2026-11-13', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8007-4285c85f3b15', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-17', '2026-10-17', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8011-0152aa5d1ee3', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-16', '2026-11-16', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8003-84845f900372', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-09', '2026-10-09', -69845, 'NOK', 'Fisketorget', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Fisketorget', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-800b-70a2a7717771', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-02', '2026-11-02', -63767, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-800d-a3b2cc4962fe', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-08', '2026-11-08', -31281, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8001-1e39b11e81f0', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-03', '2026-10-03', -28180, 'NOK', 'Frukt og Grønt', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Frukt og Grønt', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8009-8c0aaec8ecab', '018cc251-f400-7000-8004-60f7a582217c', '2026-10-23', '2026-10-23', -14025, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bysykkel', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."Transaction" VALUES ('~mwttq4uo5626402', '018cc251-f400-7000-8013-9965536867e6', '018cc251-f400-7000-8004-60f7a582217c', '2026-11-22', '2026-11-22', -11795, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Kollektivreiser', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T22:14:38.998+00:00');
INSERT INTO public."World" VALUES ('~mwttq4uo5626402', NULL, '2026-11-23T22:14:52.177+00:00', 0, '2026-11-23T22:14:43.486+00:00', '2026-11-23T22:44:43.486+00:00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, true);
INSERT INTO public."World" VALUES ('default', 'default', '2026-11-23T22:14:38.985+00:00', 0, '2026-11-23T23:14:43.486+00:00', '2026-11-24T04:40:00.000+00:00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"kind":"EMPTY"}', NULL, true);
INSERT INTO public._prisma_migrations VALUES ('42098cf1-da17-4302-b8f3-c5c3ea8492a7', 'f765c48dd928ebc6090c1f6cb4b7a3a69546f2e8b8e614a50892971cce8aac95', '2026-11-23 22:14:34.04344+00', '20261123043000_books', NULL, NULL, '2026-11-23 22:14:34.04344+00', 1);
INSERT INTO public._prisma_migrations VALUES ('737898c0-0732-4151-bc70-0f24d500c367', '25ed577d43983b5ba47a9f217fd850b2ebe6b436704d43e312226654340d044f', '2026-11-23 22:14:34.04344+00', '20261123073228_secrets', NULL, NULL, '2026-11-23 22:14:34.04344+00', 1);
INSERT INTO public._prisma_migrations VALUES ('ccc02b97-4ce0-4653-aac3-d39b29ff4d0f', '3df7d3918b574b785fc17251c15b735df192f03d8b8bbf9c95a216549717304e', '2026-11-23 22:14:34.04344+00', '20261123073557_list_orders', NULL, NULL, '2026-11-23 22:14:34.04344+00', 1);
INSERT INTO public._prisma_migrations VALUES ('d05afbf0-cde2-40c2-9386-476f6026257f', '80ae3b9889cc96343f1c5ada0649edec992167d938302e86f7ec1f5316a584ba', '2026-11-23 22:14:34.04344+00', '20261123204723_keys', NULL, NULL, '2026-11-23 22:14:34.04344+00', 1);
INSERT INTO public._prisma_migrations VALUES ('2e076ba8-6e10-486c-baad-1eddec9780c7', '93522956855fd0e12c724f43583d0ca055d71d51002114924ffb00e3f58c85e2', '2026-11-23 22:14:34.04344+00', '20261123211552_basket_lists', NULL, NULL, '2026-11-23 22:14:34.04344+00', 1);
INSERT INTO public._prisma_migrations VALUES ('091a0acd-1385-4254-8307-39f88d2d32f2', '3363ba62e2e545d15c15873db429f01424ffdbbbd6c6959cd7c759c3da5ad28c', '2026-11-23 22:14:34.04344+00', '20261123215801_fixtures_in_one_piece', NULL, NULL, '2026-11-23 22:14:34.04344+00', 1);
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
ALTER TABLE ONLY public."Key"
    ADD CONSTRAINT "Key_pkey" PRIMARY KEY ("worldId", key);
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
CREATE UNIQUE INDEX "Key_worldId_kind_id_key" ON public."Key" USING btree ("worldId", kind, id);
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
CREATE INDEX "SigningBasket_worldId_agreementId_id_idx" ON public."SigningBasket" USING btree ("worldId", "agreementId", id);
CREATE INDEX "SigningBasket_worldId_customerId_id_idx" ON public."SigningBasket" USING btree ("worldId", "customerId", id);
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
CREATE TRIGGER "Account_delete_key" AFTER DELETE ON public."Account" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Agreement_delete_key" AFTER DELETE ON public."Agreement" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Authorisation_delete_key" AFTER DELETE ON public."Authorisation" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "CardAccount_delete_key" AFTER DELETE ON public."CardAccount" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "CardTransaction_delete_key" AFTER DELETE ON public."CardTransaction" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "CardTransaction_delete_mark" AFTER DELETE ON public."CardTransaction" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public."CardTransaction_count"('-1');
CREATE TRIGGER "CardTransaction_insert_mark" AFTER INSERT ON public."CardTransaction" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public."CardTransaction_count"('1');
CREATE TRIGGER "Consent_delete_key" AFTER DELETE ON public."Consent" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Customer_delete_key" AFTER DELETE ON public."Customer" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Engagement_delete_key" AFTER DELETE ON public."Engagement" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Payment_delete_key" AFTER DELETE ON public."Payment" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Scenario_delete_key" AFTER DELETE ON public."Scenario" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "SigningBasket_delete_key" AFTER DELETE ON public."SigningBasket" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Transaction_delete_key" AFTER DELETE ON public."Transaction" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
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
ALTER TABLE ONLY public."PaymentEntry"
    ADD CONSTRAINT "PaymentEntry_worldId_paymentId_fkey" FOREIGN KEY ("worldId", "paymentId") REFERENCES public."Payment"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Payment"
    ADD CONSTRAINT "Payment_worldId_basketId_fkey" FOREIGN KEY ("worldId", "basketId") REFERENCES public."SigningBasket"("worldId", id);
ALTER TABLE ONLY public."Transaction"
    ADD CONSTRAINT "Transaction_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES public."Account"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
