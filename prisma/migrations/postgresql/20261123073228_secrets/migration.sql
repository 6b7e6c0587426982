-- CreateTable
CREATE TABLE "Secret" (
    "name" TEXT COLLATE "C" NOT NULL,
    "sealed" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Secret_pkey" PRIMARY KEY ("name")
);
